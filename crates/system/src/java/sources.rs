//! The sources of the host for Java, which travel inside the command.

/// A file of the host.
macro_rules! source {
    ($name:literal) => {
        (concat!($name, ".java"), include_str!(concat!("../../../../hosts/java/src/typestar/", $name, ".java")))
    };
}

/// What the jar of the host says of itself: its main class, and the packages whose fields it reads.
pub(crate) const MANIFEST: &str = include_str!("../../../../hosts/java/manifest");

/// All files of the host, with their names.
pub(crate) const SOURCES: [(&str, &str); 57] = [
    source!("Adapter"),
    source!("Answering"),
    source!("Arguments"),
    source!("Budget"),
    source!("Channel"),
    source!("ClassFile"),
    source!("ClassHost"),
    source!("ClassSubject"),
    source!("Clock"),
    source!("ComponentClock"),
    source!("Constants"),
    source!("Contents"),
    source!("Deadlines"),
    source!("Declared"),
    source!("DrainedExecutor"),
    source!("Elements"),
    source!("Emit"),
    source!("Expression"),
    source!("Failed"),
    source!("Fatal"),
    source!("Fields"),
    source!("Forms"),
    source!("Fresh"),
    source!("Generics"),
    source!("Given"),
    source!("Host"),
    source!("Instructions"),
    source!("Json"),
    source!("Kinds"),
    source!("Makers"),
    source!("Methods"),
    source!("Origin"),
    source!("Outcomes"),
    source!("Output"),
    source!("Pace"),
    source!("Plan"),
    source!("Pools"),
    source!("Reading"),
    source!("Ready"),
    source!("Remarks"),
    source!("Runner"),
    source!("Sentinels"),
    source!("Settings"),
    source!("SharedClock"),
    source!("Sink"),
    source!("States"),
    source!("Stay"),
    source!("Step"),
    source!("Subject"),
    source!("Symbol"),
    source!("Texts"),
    source!("Threads"),
    source!("TimerClock"),
    source!("Trial"),
    source!("Unmade"),
    source!("Values"),
    source!("Watchdog"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_of_the_host_is_left_behind() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../hosts/java/src/typestar");
        let entries = std::fs::read_dir(folder).expect("the sources of the host").flatten();
        let mut there: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        there.sort();
        assert_eq!(there, SOURCES.map(|(name, _)| name));
    }
}
