//! Who is measured: typestar's learners, and the peers, which are installed into a folder of their own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::command::Typestar;
use crate::learn_one::LEARNERS;

/// The version of AALpy on PyPI.
const AALPY: &str = "2.0.0";

/// A learner of a tool, ready to run.
pub struct Contestant {
    /// The tool.
    pub tool: &'static str,
    /// Its version.
    pub version: String,
    /// Its learner.
    pub learner: String,
    /// How to run it.
    pub runner: Runner,
    /// Too slow for models with more states than this.
    pub most_states: Option<usize>,
}

impl Contestant {
    /// The tool and the learner.
    pub fn name(&self) -> String {
        format!("{} {}", self.tool, self.learner)
    }
}

/// How a contestant is run.
pub enum Runner {
    /// By a program that learns the machine of a table, which is its last argument, and prints one line.
    OfTable(Vec<OsString>),
    /// By a program that does so for a DOT file.
    OfDot(Vec<OsString>),
    /// By `typestar learn`, measured from the outside.
    Command(Typestar),
}

/// Everybody who could be had, and for the others who and why not.
pub fn contestants(folder: &Path) -> Result<(Vec<Contestant>, Vec<String>)> {
    let (mut found, mut missing) = (typestar()?, Vec::new());
    match aalpy(folder) {
        Ok(learners) => found.extend(learners),
        Err(error) => missing.push(format!("AALpy {AALPY}: {error:#}")),
    }
    for part in LEARNLIB {
        match part.install(folder) {
            Ok(contestant) if !found.iter().any(|other| other.name() == contestant.name()) => found.push(contestant),
            Ok(_) => {}
            Err(error) => missing.push(format!("LearnLib {} {}: {error:#}", part.version, part.learner)),
        }
    }
    Ok((found, missing))
}

fn typestar() -> Result<Vec<Contestant>> {
    let program = std::env::current_exe()?;
    let contestant = |learner: &str, runner: Runner| Contestant {
        tool: "typestar",
        version: env!("CARGO_PKG_VERSION").to_owned(),
        learner: learner.to_owned(),
        runner,
        most_states: None,
    };
    let in_process = LEARNERS.iter().map(|learner| {
        contestant(learner, Runner::OfDot(vec![program.clone().into(), "learn-one".into(), learner.into()]))
    });
    let mut all: Vec<_> = in_process.collect();
    all.push(contestant("command", Runner::Command(Typestar::build()?)));
    Ok(all)
}

fn aalpy(folder: &Path) -> Result<Vec<Contestant>> {
    let environment = folder.join("aalpy");
    let python = environment.join("bin/python");
    if !environment.join("installed").exists() {
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        succeed(Command::new(&python).args(["-m", "pip", "install", "-q", &format!("aalpy=={AALPY}")]))?;
        std::fs::write(environment.join("installed"), AALPY)?;
    }
    let runner = source("aalpy/runner.py");
    let contestant = |(learner, shown, most_states): (&str, &str, Option<usize>)| Contestant {
        tool: "AALpy",
        version: AALPY.to_owned(),
        learner: shown.to_owned(),
        runner: Runner::OfTable(vec![python.clone().into(), runner.clone().into(), learner.into()]),
        most_states,
    };
    Ok([("kv", "KV", None), ("lsharp", "L#", Some(66)), ("lstar", "L*", Some(66))].map(contestant).into())
}

/// A learner of LearnLib, which comes as a Maven artifact of its own.
struct LearnLib {
    learner: &'static str,
    version: &'static str,
    artifact: &'static str,
    /// The folders of our sources for it, besides the common ones.
    sources: &'static [&'static str],
    most_states: Option<usize>,
}

/// In the order of preference where a learner is here twice.
const LEARNLIB: &[LearnLib] = &[
    LearnLib {
        learner: "KV",
        version: "0.18.0",
        artifact: "learnlib-kearns-vazirani",
        sources: &["kv"],
        most_states: None,
    },
    LearnLib { learner: "TTT", version: "0.18.0", artifact: "learnlib-ttt", sources: &["ttt"], most_states: None },
    LearnLib {
        learner: "ADT",
        version: "0.18.0",
        artifact: "learnlib-adt",
        sources: &["adaptive", "adt"],
        most_states: None,
    },
    LearnLib {
        learner: "ADT",
        version: "0.17.0",
        artifact: "learnlib-adt",
        sources: &["adt-0.17.0"],
        most_states: None,
    },
    LearnLib {
        learner: "L#",
        version: "0.18.0",
        artifact: "learnlib-lsharp",
        sources: &["adaptive", "lsharp"],
        most_states: Some(66),
    },
];

impl LearnLib {
    /// Fetches the jars, unless they are here already or somebody put jars of their own here, and compiles our runner.
    fn install(&self, folder: &Path) -> Result<Contestant> {
        let folder = folder.join(format!("learnlib-{}-{}", self.version, self.learner.replace('#', "sharp")));
        let (classes, fetched, own) = (folder.join("classes"), folder.join("jars"), folder.join("own-jars"));
        std::fs::create_dir_all(&classes)?;
        if !own.exists() && !fetched.exists() {
            self.fetch(&folder.join("fetching"))?;
            std::fs::rename(folder.join("fetching"), &fetched)?;
        }
        let (jars, version) = match own.exists() {
            true => (own, format!("{} (own jars)", self.version)),
            false => (fetched, self.version.to_owned()),
        };
        self.compile(&jars, &classes)?;
        let mut path = classes.into_os_string();
        path.push(":");
        path.push(jars.join("*"));
        let command = ["java", "-XX:+UseSerialGC", "-cp"].map(OsString::from).into_iter();
        Ok(Contestant {
            tool: "LearnLib",
            version,
            learner: self.learner.to_owned(),
            runner: Runner::OfTable(command.chain([path, "Runner".into()]).collect()),
            most_states: self.most_states,
        })
    }

    fn fetch(&self, jars: &Path) -> Result<()> {
        let mut maven = Command::new("mvn");
        maven.args([
            "-B",
            "-U",
            "-q",
            "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies",
            "-f",
        ]);
        maven.arg(source("learnlib/pom.xml"));
        maven.args([format!("-Dlearner={}", self.artifact), format!("-Dlearnlib={}", self.version)]);
        succeed(maven.arg(format!("-DoutputDirectory={}", jars.display())))
    }

    fn compile(&self, jars: &Path, classes: &Path) -> Result<()> {
        let mut javac = Command::new("javac");
        javac.args(["-nowarn", "-proc:none", "--release", "17", "-cp"]).arg(jars.join("*")).arg("-d").arg(classes);
        for part in ["."].iter().chain(self.sources) {
            for file in std::fs::read_dir(source("learnlib").join(part))? {
                let file = file?.path();
                if file.extension().is_some_and(|ending| ending == "java") {
                    javac.arg(file);
                }
            }
        }
        succeed(&mut javac)
    }
}

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn succeed(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().with_context(|| format!("{program} could not be started"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    bail!("{program} failed: {}", text.lines().find(|line| !line.trim().is_empty()).unwrap_or("it gave no reason"))
}
