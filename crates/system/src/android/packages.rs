//! What the host for Android needs: Robolectric, the framework of each API level, and the libraries of the cases.

use std::path::PathBuf;

use typestar_query::ApiLevel;

use super::AndroidError;
use crate::cache;

/// Jars that are fetched together and kept in a folder of their own, whose name has their version.
pub(super) struct Package {
    /// The folder in the cache.
    pub(super) folder: &'static str,
    /// What it is, for people.
    pub(super) title: &'static str,
    /// How large it is, in millions of bytes.
    pub(super) megabytes: u64,
    /// The artifacts in it, as `group:artifact:version:type`.
    pub(super) artifacts: &'static [&'static str],
    /// What comes with others and is left out, as `group:artifact`.
    pub(super) exclusions: &'static [&'static str],
}

/// Runs the code of the framework on a virtual machine.
pub(super) const ROBOLECTRIC: Package = Package {
    folder: "android/robolectric-4.16.1",
    title: "Robolectric",
    megabytes: 36,
    artifacts: &["org.robolectric:robolectric:4.16.1:jar", "junit:junit:4.13.2:jar"],
    // The first two are not served everywhere: classes of our own stand in for them. The third is a package of its own.
    exclusions: &[
        "androidx.test:monitor",
        "androidx.test.espresso:espresso-idling-resource",
        "org.robolectric:nativeruntime-dist-compat",
    ],
};

/// What drivers are compiled with, whatever they run on.
pub(super) const DECLARATIONS: Package = Package {
    folder: "android/android-all-14",
    title: "the classes that drivers are compiled with",
    megabytes: 138,
    artifacts: &["org.robolectric:android-all:14-robolectric-10818077:jar"],
    exclusions: &[],
};

/// The SQLite of the framework. Without it, Robolectric has an older one.
pub(super) const NATIVE_RUNTIME: Package = Package {
    folder: "android/native-runtime-1.0.18",
    title: "the native runtime",
    megabytes: 159,
    artifacts: &["org.robolectric:nativeruntime-dist-compat:1.0.18:jar"],
    exclusions: &[],
};

/// Libraries that cases learn.
pub(super) const LIBRARIES: Package = Package {
    folder: "android/libraries-1",
    title: "the libraries of the cases",
    megabytes: 2,
    artifacts: &[
        "com.nostra13.universalimageloader:universal-image-loader:1.9.5:jar",
        "com.android.volley:volley:1.2.1:aar",
        "com.squareup.okhttp3:okhttp:3.8.1:jar",
        "com.squareup.okhttp3:mockwebserver:3.8.1:jar",
    ],
    exclusions: &["org.bouncycastle:bcprov-jdk15on", "junit:junit"],
};

/// The code of the framework itself.
pub(super) fn framework(api: ApiLevel) -> Package {
    let (folder, title, megabytes, artifact): (_, _, _, &'static [&'static str]) = match api {
        ApiLevel::Level23 => (
            "android/framework-23",
            "the framework of API 23",
            79,
            &["org.robolectric:android-all-instrumented:6.0.1_r3-robolectric-r1-i7:jar"],
        ),
        ApiLevel::Level28 => (
            "android/framework-28",
            "the framework of API 28",
            106,
            &["org.robolectric:android-all-instrumented:9-robolectric-4913185-2-i7:jar"],
        ),
        ApiLevel::Level34 => (
            "android/framework-34",
            "the framework of API 34",
            151,
            &["org.robolectric:android-all-instrumented:14-robolectric-10818077-i7:jar"],
        ),
    };
    Package { folder, title, megabytes, artifacts: artifact, exclusions: &[] }
}

impl Package {
    /// Its folder, if it was fetched.
    pub(super) fn place(&self) -> Result<Option<PathBuf>, AndroidError> {
        Ok(Some(cache::place(self.folder)?).filter(|folder| folder.is_dir()))
    }

    /// Its jars, in the order of their names; none if it was not fetched.
    pub(super) fn jars(&self) -> Result<Vec<PathBuf>, AndroidError> {
        let entries = self.place()?.into_iter().flat_map(std::fs::read_dir).flatten().flatten();
        let mut jars: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_jar(path)).collect();
        jars.sort();
        Ok(jars)
    }

    /// Whether it was fetched, and nobody has removed anything since that it cannot be without.
    pub(super) fn is_whole(&self) -> Result<bool, AndroidError> {
        let folder = self.place()?;
        Ok(folder.is_some_and(|folder| self.files().all(|file| folder.join(file).is_file())))
    }

    /// The jars of its artifacts, which come with others that they need.
    pub(super) fn files(&self) -> impl Iterator<Item = String> {
        self.artifacts.iter().map(|artifact| {
            let parts: Vec<&str> = artifact.split(':').collect();
            format!("{}-{}.jar", parts[1], parts[2])
        })
    }

    /// What Maven is told to fetch it.
    pub(super) fn pom(&self) -> String {
        let exclusions: String =
            self.exclusions.iter().map(|name| tag("exclusion", &["groupId", "artifactId"], name)).collect();
        let dependency = |name: &&str| {
            let described = tag("dependency", &["groupId", "artifactId", "version", "type"], name);
            described.replace("</dependency>", &format!("<exclusions>{exclusions}</exclusions></dependency>"))
        };
        let dependencies: String = self.artifacts.iter().map(dependency).collect();
        format!(
            "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
             <groupId>typestar</groupId><artifactId>android</artifactId><version>1</version>\
             <dependencies>{dependencies}</dependencies></project>\n"
        )
    }
}

pub(super) fn is_jar(path: &std::path::Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jar")
}

/// An element with an element for each part of a text.
fn tag(name: &str, keys: &[&str], parts: &str) -> String {
    let parts: String = keys.iter().zip(parts.split(':')).map(|(key, part)| format!("<{key}>{part}</{key}>")).collect();
    format!("<{name}>{parts}</{name}>")
}
