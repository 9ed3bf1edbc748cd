//! The sources of the host for Android, which travel inside the command. Those of the host for Java belong to it.

use crate::java::sources as java;

/// A file of the host, or one of the classes that Robolectric needs and that are not to be had everywhere.
macro_rules! source {
    ($folder:literal, $name:literal) => {
        (concat!($name, ".java"), include_str!(concat!("../../../../hosts/android/", $folder, "/", $name, ".java")))
    };
}

/// All files that are Android's alone, with their names.
const OWN: &[(&str, &str)] = &[
    source!("src", "typestar/AndroidHost"),
    source!("src", "typestar/AndroidSubject"),
    source!("src", "typestar/BoundServices"),
    source!("src", "typestar/Delegate"),
    source!("src", "typestar/Drivers"),
    source!("src", "typestar/Framework"),
    source!("src", "typestar/Heap"),
    source!("src", "typestar/HeldLooper"),
    source!("src", "typestar/LooperPace"),
    source!("src", "typestar/NativeRuntime"),
    source!("src", "typestar/Origins"),
    source!("src", "typestar/OwnFolder"),
    source!("src", "typestar/PlainFileObserver"),
    source!("src", "typestar/PlainSpeechRecognizer"),
    source!("src", "typestar/Progress"),
    source!("src", "typestar/ScriptedInotify"),
    source!("src", "typestar/Tasks"),
    source!("src", "typestar/Word"),
    source!("src", "typestar/Works"),
    source!("src", "typestar/android/Driver"),
    source!("src", "typestar/android/Env"),
    source!("src", "typestar/android/Environment"),
    source!("stubs", "androidx/test/internal/runner/intent/IntentMonitorImpl"),
    source!("stubs", "androidx/test/internal/runner/lifecycle/ActivityLifecycleMonitorImpl"),
    source!("stubs", "androidx/test/internal/runner/lifecycle/ApplicationLifecycleMonitorImpl"),
    source!("stubs", "androidx/test/platform/app/InstrumentationRegistry"),
    source!("stubs", "androidx/test/runner/intent/IntentCallback"),
    source!("stubs", "androidx/test/runner/intent/IntentMonitor"),
    source!("stubs", "androidx/test/runner/intent/IntentMonitorRegistry"),
    source!("stubs", "androidx/test/runner/intent/IntentStubber"),
    source!("stubs", "androidx/test/runner/intent/IntentStubberRegistry"),
    source!("stubs", "androidx/test/runner/lifecycle/ActivityLifecycleCallback"),
    source!("stubs", "androidx/test/runner/lifecycle/ActivityLifecycleMonitor"),
    source!("stubs", "androidx/test/runner/lifecycle/ActivityLifecycleMonitorRegistry"),
    source!("stubs", "androidx/test/runner/lifecycle/ApplicationLifecycleCallback"),
    source!("stubs", "androidx/test/runner/lifecycle/ApplicationLifecycleMonitor"),
    source!("stubs", "androidx/test/runner/lifecycle/ApplicationLifecycleMonitorRegistry"),
    source!("stubs", "androidx/test/runner/lifecycle/ApplicationStage"),
    source!("stubs", "androidx/test/runner/lifecycle/Stage"),
];

/// All files of the host, with their names.
pub(super) fn all() -> Vec<(&'static str, &'static str)> {
    // Both hosts share a package, and so a folder.
    java::SOURCES.into_iter().chain(OWN.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// The names of the Java files in a folder and those in it.
    fn names(folder: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("the sources of the host").flatten() {
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            match entry.path().is_dir() {
                true => names(&entry.path(), &format!("{name}/"), found),
                false => found.push(name),
            }
        }
    }

    #[test]
    fn no_file_of_the_host_is_left_behind() {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../hosts/android"));
        let mut there = Vec::new();
        names(&root.join("src"), "", &mut there);
        names(&root.join("stubs"), "", &mut there);
        let mut known: Vec<&str> = OWN.iter().map(|(name, _)| *name).collect();
        there.sort();
        known.sort();
        assert_eq!(there, known);
    }
}
