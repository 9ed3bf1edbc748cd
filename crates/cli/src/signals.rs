//! Signals (Ctrl-C, SIGTERM, SIGHUP): the first one asks for the end, the second one insists, the third one gets it.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, Once, PoisonError};
use std::time::Duration;

use typestar_system::end_adapters;

use crate::exit::Exit;
use crate::hooks;
use crate::terminal::{print, say};

/// Whether the user wants the end.
static INTERRUPT: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// What says what is known so far, as the one object of `--json`, until the object itself is printed.
static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);

type LastWords = Box<dyn Fn() -> String + Send>;

/// The flag that is set when the user wants the end. From now on signals are heeded.
pub fn interrupt() -> Arc<AtomicBool> {
    static HEEDED: Once = Once::new();
    static SIGNALS: AtomicUsize = AtomicUsize::new(0);
    HEEDED.call_once(|| {
        // Only a second handler in the same process could be refused.
        let _ = ctrlc::set_handler(|| heed(SIGNALS.fetch_add(1, Ordering::Relaxed)));
    });
    flag()
}

/// The same flag; signals are heeded no earlier for it.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&INTERRUPT)
}

/// Whether the user wants the end.
pub fn is_interrupted() -> bool {
    INTERRUPT.load(Ordering::Relaxed)
}

/// Waits a moment for a signal that has reached a child already, as Ctrl-C in a terminal does, and perhaps not yet us.
pub fn is_interrupted_soon() -> bool {
    let is_there = || std::iter::repeat_with(is_interrupted).take(10);
    is_there().any(|is_interrupted| {
        if !is_interrupted {
            std::thread::sleep(Duration::from_millis(20));
        }
        is_interrupted
    })
}

fn heed(signals_before: usize) {
    INTERRUPT.store(true, Ordering::Relaxed);
    match signals_before {
        0 => say("\nstopping; press Ctrl-C again to quit immediately"),
        // In a thread of its own, so that one more signal is heard meanwhile.
        1 => drop(std::thread::spawn(end_at_once)),
        _ => std::process::exit(Exit::Interrupted.code().into()),
    }
}

/// Ends the adapters and then the process, as soon as what was set up is torn down.
fn end_at_once() {
    end_adapters();
    let torn_down = hooks::tear_down();
    // Until the process has ended, nobody else may print the object, and one that is being printed is printed to its end.
    let mut last_words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(last_words) = last_words.take() {
        print(&last_words());
    }
    if let Err(failure) = torn_down {
        say(&format!("error: {}", failure.message));
    }
    std::process::exit(Exit::Interrupted.code().into());
}

/// From now on, a user who insists on the end gets this object.
pub fn prepare_last_words(last_words: impl Fn() -> String + Send + 'static) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(last_words));
}

/// Prints the one object of `--json`, unless the user has got it already.
pub fn print_object(object: &serde_json::Value) {
    let mut last_words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    *last_words = None;
    print(&format!("{object}\n"));
}
