package androidx.test.runner.lifecycle;

/** How far the life of an application has come. */
public enum ApplicationStage {
    PRE_ON_CREATE,
    CREATED
}
