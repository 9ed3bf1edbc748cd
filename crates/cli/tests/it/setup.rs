//! `typestar setup`: what is fetched, what is said, and that nothing half and no process is left. Maven and the JDK are
//! scripts here: nothing goes out to the network.

#![cfg(target_os = "linux")]

use std::os::unix::fs::PermissionsExt;

use crate::common::{Desk, Ran, Running, wait_until};

const SETUP: [&str; 2] = ["setup", "android"];

/// How many packages there are for one API level.
const PACKAGES: usize = 5;

fn write_program(desk: &Desk, name: &str, text: &str) {
    desk.write(name, &format!("#!/bin/sh\n{text}"));
    std::fs::set_permissions(desk.path(name), std::fs::Permissions::from_mode(0o755)).expect("a file of our own");
}

/// A folder with a JDK that can only unpack, and an empty cache.
fn desk() -> Desk {
    let desk = Desk::new().with("TYPESTAR_CACHE", "cache").with("JAVA_HOME", "jdk");
    std::fs::create_dir_all(desk.path("jdk/bin")).expect("a folder");
    std::fs::create_dir_all(desk.path("bin")).expect("a folder");
    desk.write("jdk/bin/java", "");
    desk.write("jdk/release", "JAVA_VERSION=\"17.0.99\"\n");
    write_program(&desk, "jdk/bin/jar", "echo classes > classes.jar\n");
    let path = format!("{}:/usr/bin:/bin", desk.path("bin").display());
    desk.with("PATH", &path)
}

/// A Maven that does this, and then writes what it was asked for.
fn write_maven(desk: &Desk, then: &str) {
    let text = format!(
        r#"while [ $# -gt 0 ]; do
    case "$1" in
        -f) pom=$2 ;;
        -DoutputDirectory=*) folder=${{1#*=}} ;;
        -Dmaven.repo.local=*) repository=${{1#*=}} ;;
    esac
    shift
done
echo called >> calls
mkdir -p "$repository"
{then}
artifacts='<artifactId>[^<]*</artifactId><version>[^<]*</version><type>[^<]*<'
for artifact in $(grep -o "$artifacts" "$pom" | sed 's/<[^>]*>/ /g; s/<//' | tr ' ' :); do
    echo "$artifact" | {{ IFS=: read -r _ name _ version _ kind; echo jar > "$folder/$name-$version.$kind"; }}
done
"#
    );
    write_program(desk, "bin/mvn", &text);
}

/// What is in the cache.
fn kept(desk: &Desk) -> Vec<String> {
    let entries = std::fs::read_dir(desk.path("cache/android")).expect("the cache").flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn calls(desk: &Desk) -> usize {
    desk.read("calls").lines().count()
}

/// A Maven that goes no further than this before there is a file `go`.
const RESTS: &str = "touch resting\nuntil [ -e go ]; do sleep 0.1; done\n";

/// A set-up that has come as far as Maven, which rests. How much has come is told once Maven is sure to be ended with it.
fn resting(desk: &Desk) -> Running {
    let mut running = desk.start(&SETUP);
    let rests = |running: &Running| desk.path("resting").exists() && running.says("fetching ");
    wait_until("Maven rests", || rests(&running) || running.has_ended());
    assert!(!running.has_ended());
    running
}

/// Checks that everything was fetched, and nothing else is there.
fn is_whole(desk: &Desk, ran: Ran) {
    ran.exits(0).complains(&["the framework of API 34: fetched", "ready: API 34 in"]);
    let kept = kept(desk);
    let packages = ["android-all-", "framework-34", "libraries-", "lock", "maven.", "native-runtime-", "robolectric-"];
    assert!(kept.iter().all(|name| packages.iter().any(|package| name.starts_with(package))), "{kept:?}");
    assert!(kept.iter().all(|name| !name.ends_with(".new")), "{kept:?}");
}

#[test]
fn what_is_fetched_is_told_and_fetched_once() {
    let desk = desk();
    write_maven(&desk, "head -c 2000000 /dev/zero > \"$repository/part\"\nuntil [ -e go ]; do sleep 0.1; done\n");
    let running = desk.start(&SETUP);
    wait_until("it tells how far it is", || running.says("fetching Robolectric: 2.0 MB of about 36.0 MB"));
    desk.write("go", "");
    is_whole(&desk, running.wait());
    assert_eq!(calls(&desk), PACKAGES);
    assert!(!desk.path("cache/android/maven").exists(), "a second copy of it all");

    let again = desk.run_without_path(&SETUP).exits(0);
    again.complains(&["Robolectric: there already", "the libraries of the cases: there already", "ready: API 34"]);
    std::fs::remove_file(desk.path("cache/android/libraries-1/okhttp-3.8.1.jar")).expect("a jar");
    desk.run(&SETUP).exits(0).complains(&["Robolectric: there already", "the libraries of the cases: fetched"]);
    assert_eq!(calls(&desk), PACKAGES + 1);
}

#[test]
fn a_case_says_what_is_missing_and_how_to_get_it() {
    let desk = desk();
    desk.run(&["init", "--lang", "android"]).exits(0);
    let learn = ["learn", "timer.toml"];
    desk.run(&learn).exits(3).complains(&["Robolectric is missing", "`typestar setup android --api 34`"]);
    write_maven(&desk, "");
    is_whole(&desk, desk.run(&SETUP));
    let other = desk.run(&["learn", "timer.toml", "--api", "28"]).exits(3);
    other.complains(&["the framework of API 28 is missing", "`typestar setup android --api 28`"]);
    desk.run(&["setup", "android", "--api", "28"]).exits(0).complains(&["the framework of API 28: fetched"]);
    desk.run(&learn).exits(3).complains(&["has no javac", "install a full JDK, 17 or later"]);
    assert!(!desk.path("timer.run").exists());
}

#[test]
fn without_a_jdk_or_maven_the_user_is_told_what_to_install() {
    let desk = desk();
    desk.run_without_path(&SETUP).exits(3).complains(&["there is no mvn on PATH", "install Maven"]);
    desk.run(&["setup", "android", "--api", "99"]).exits(2).complains(&["99", "use 23, 28 or 34"]);
    desk.run(&["init", "--lang", "android"]).exits(0);
    desk.write("jdk/release", "JAVA_VERSION=\"11.0.2\"\n");
    for command in [&SETUP[..], &["learn", "timer.toml"]] {
        desk.run(command).exits(3).complains(&["Java 11.0.2, which is too old", "install a JDK, 17 or later"]);
    }
    let desk = desk.with("JAVA_HOME", "");
    for command in [&SETUP[..], &["learn", "timer.toml"]] {
        desk.run_without_path(command).exits(3).complains(&["java was not found: install a JDK, 17 or later"]);
    }
}

#[test]
fn maven_that_fails_is_told_with_its_words_and_leaves_nothing_half() {
    let desk = desk();
    write_maven(&desk, "echo '[INFO] hello'\necho '[ERROR] the repository is closed'\nexit 1\n");
    let failed = desk.run(&SETUP).exits(3);
    failed.complains(&[
        "Maven failed",
        "cache/android/maven.log",
        "[ERROR] the repository is closed",
        "Run this command again",
    ]);
    write_maven(&desk, "echo 'java.io.IOException: No space left on device'\nexit 1\n");
    desk.run(&SETUP).exits(3).complains(&["cannot write to the cache folder", "cache/android", "free some space"]);
    write_maven(&desk, "exit 0\n");
    desk.run(&SETUP).exits(3).complains(&["Maven failed", "it did not fetch robolectric-4.16.1.jar"]);
    assert_eq!(kept(&desk), ["lock", "maven", "maven.log", "maven.xml"]);
    write_maven(&desk, "");
    is_whole(&desk, desk.run(&SETUP));
}

#[test]
fn an_interrupted_set_up_leaves_no_process_and_the_next_one_goes_on() {
    let desk = desk();
    write_maven(&desk, RESTS);
    let running = resting(&desk);
    running.interrupt();
    running.wait().exits(130).complains(&["finished downloads are kept", "run this command again to continue"]);
    desk.wait_for_silence();
    assert_eq!(kept(&desk), ["lock", "maven", "maven.log", "maven.xml"]);
    desk.write("go", "");
    is_whole(&desk, desk.run(&SETUP));
}

#[test]
fn kill_of_a_set_up_leaves_no_process_and_the_next_one_removes_what_is_half() {
    let desk = desk();
    write_maven(&desk, RESTS);
    resting(&desk).kill();
    desk.wait_for_silence();
    assert!(kept(&desk).iter().any(|name| name.ends_with(".new")), "nobody could remove it");
    desk.write("go", "");
    is_whole(&desk, desk.run(&SETUP));
}

#[test]
fn two_set_ups_at_once_fetch_everything_once() {
    let desk = desk();
    write_maven(&desk, RESTS);
    let first = resting(&desk);
    let waiting = [(); 2].map(|()| desk.start(&SETUP));
    wait_until("the others wait", || waiting.iter().all(|running| running.says("another setup is running")));
    let [second, impatient] = waiting;
    impatient.interrupt();
    impatient.wait().exits(130);
    assert_eq!(calls(&desk), 1);
    desk.write("go", "");
    is_whole(&desk, first.wait());
    second.wait().exits(0).complains(&["Robolectric: there already", "ready: API 34"]);
    assert_eq!(calls(&desk), PACKAGES);
}
