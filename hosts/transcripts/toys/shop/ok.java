package shop;

/** A class whose name is that of a reserved output. */
public final class ok {}
