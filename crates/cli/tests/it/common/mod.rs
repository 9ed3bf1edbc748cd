//! What the tests of the command share: running it like a user, in a folder of its own.

#[cfg(unix)]
mod android;
mod slow;

use std::fs::File;
use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

#[cfg(unix)]
pub use android::{android_cache, android_desk};
pub use slow::SlowMachine;
pub use typestar_testing::{has, skip};

use serde_json::Value;
use tempfile::TempDir;

/// Longer than anything takes on a busy machine; only a command that hangs is ended by it.
const PATIENCE: Duration = Duration::from_secs(400);

/// How a command ended and what it said.
pub struct Ran {
    /// The exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to stdout.
    pub stdout: String,
    /// What it wrote to stderr.
    pub stderr: String,
}

impl Ran {
    /// Checks the exit code; says everything that was said if it is another one.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Checks that stderr has all these texts.
    #[track_caller]
    pub fn complains(self, texts: &[&str]) -> Self {
        for text in texts {
            assert!(self.stderr.contains(text), "no {text:?} in stderr:\n{}", self.stderr);
        }
        self
    }

    /// Checks that stdout has all these texts.
    #[track_caller]
    pub fn prints(self, texts: &[&str]) -> Self {
        for text in texts {
            assert!(self.stdout.contains(text), "no {text:?} in stdout:\n{}", self.stdout);
        }
        self
    }

    /// Stdout as one JSON value, and nothing else.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in stdout:\n{}", self.stdout))
    }

    /// Stdout as one JSON value for each line.
    #[track_caller]
    pub fn json_lines(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON value in each line")).collect()
    }
}

/// A command that runs, with files that take what it says.
pub struct Running {
    child: Child,
    stdout: File,
    stderr: File,
}

impl Running {
    fn start(mut command: Command) -> Self {
        let [stdout, stderr] = [(); 2].map(|()| tempfile::tempfile().expect("a temporary file"));
        let child = command
            .stdin(Stdio::null())
            .stdout(stdout.try_clone().expect("a second handle"))
            .stderr(stderr.try_clone().expect("a second handle"))
            .spawn();
        Self { child: child.expect("the command starts"), stdout, stderr }
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("the command's status").is_some()
    }

    /// Ends it as `kill -9` does.
    pub fn kill(mut self) {
        self.child.kill().expect("a process of our own");
        self.child.wait().expect("its status");
    }

    /// Sends it what Ctrl-C sends.
    pub fn interrupt(&self) {
        self.signal("INT");
    }

    /// Whether it has said this on standard error.
    #[cfg(unix)]
    pub fn says(&self, text: &str) -> bool {
        has_text(&self.stderr, text)
    }

    /// Whether it has printed this on standard output.
    #[cfg(unix)]
    pub fn prints(&self, text: &str) -> bool {
        has_text(&self.stdout, text)
    }

    /// Sends it a signal; it may have ended already, but nobody has asked for its status yet.
    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([&format!("-{name}"), &self.child.id().to_string()]).status();
        assert!(status.expect("kill is there").success());
    }

    /// Waits for its end.
    pub fn wait(mut self) -> Ran {
        let deadline = Instant::now() + PATIENCE;
        let code = loop {
            match self.child.try_wait().expect("the command's status") {
                Some(status) => break status.code(),
                None if Instant::now() > deadline => {
                    let _ = self.child.kill();
                    panic!("the command hangs; so far it said:\n{}", text_of(&mut self.stderr));
                }
                None => std::thread::sleep(Duration::from_millis(2)),
            }
        };
        Ran { code, stdout: text_of(&mut self.stdout), stderr: text_of(&mut self.stderr) }
    }
}

/// Whether a file that somebody is writing has this text.
#[cfg(unix)]
fn has_text(file: &File, text: &str) -> bool {
    use std::os::unix::fs::FileExt;
    let mut said = vec![0; 1 << 16];
    let length = file.read_at(&mut said, 0).expect("what the command said");
    String::from_utf8_lossy(&said[..length]).contains(text)
}

fn text_of(file: &mut File) -> String {
    let mut text = String::new();
    file.rewind().and_then(|()| file.read_to_string(&mut text)).expect("what the command said");
    text
}

/// A folder of a user who types commands.
pub struct Desk {
    folder: TempDir,
    /// What the commands find in their environment besides.
    environment: Vec<(&'static str, String)>,
}

impl Desk {
    /// An empty folder.
    pub fn new() -> Self {
        Self { folder: TempDir::new().expect("a temporary folder"), environment: Vec::new() }
    }

    /// The same folder, where commands find this in their environment.
    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.environment.push((name, value.to_owned()));
        self
    }

    /// A path in the folder.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Writes a file.
    pub fn write(&self, name: &str, text: &str) {
        std::fs::write(self.path(name), text).expect("a file in a temporary folder");
    }

    /// Reads a file.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs a command to its end.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.start(arguments).wait()
    }

    /// Starts a command.
    pub fn start(&self, arguments: &[&str]) -> Running {
        Running::start(self.command(arguments))
    }

    /// Runs a command that finds no other program.
    pub fn run_without_path(&self, arguments: &[&str]) -> Ran {
        let mut command = self.command(arguments);
        command.env("PATH", "");
        Running::start(command).wait()
    }

    /// The processes that live in the folder, which is where all of them are started.
    pub fn processes(&self) -> Vec<String> {
        let folder = self.path("").canonicalize().expect("the folder");
        let all = std::fs::read_dir("/proc").expect("the list of processes").flatten().map(|entry| entry.path());
        let here = all.filter(|path| std::fs::read_link(path.join("cwd")).is_ok_and(|cwd| cwd == folder));
        here.filter_map(|path| std::fs::read_to_string(path.join("cmdline")).ok()).collect()
    }

    /// Waits until nothing lives in the folder.
    pub fn wait_for_silence(&self) {
        wait_until("no process is left", || self.processes().is_empty());
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_typestar"));
        command.args(arguments).current_dir(self.folder.path());
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// A path of the repository.
pub fn repository(path: &str) -> String {
    typestar_testing::repository().join(path).display().to_string()
}

/// The file of a machine of the zoo.
pub fn zoo(name: &str) -> String {
    repository(&format!("zoo/{name}.dot"))
}

/// The locator of a machine of the zoo.
pub fn sim(name: &str) -> String {
    format!("sim:{}", zoo(name))
}

/// The program of an example, which was built with the tests of this crate.
pub fn example(name: &str) -> String {
    let test = std::env::current_exe().expect("the path of this program");
    let folder = test.parent().and_then(Path::parent).expect("tests are two folders below the examples");
    let program = folder.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.exists(), "no {}: `cargo build -p typestar --examples` builds it", program.display());
    program.display().to_string()
}

/// Waits until something is so, as long as that may take on a busy machine.
#[track_caller]
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !is_so() {
        assert!(Instant::now() < deadline, "waited in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
