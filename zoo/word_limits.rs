//! How many words the published classes may cost. Tests and the bench include this file.

/// Each class with the words that DroidStar executed, and the most that we allow ourselves, learning and testing in
/// all: with every transition tested, and with quiet waits assumed to be stable.
pub const WORD_LIMITS: [(&str, u64, u64, u64); 16] = [
    ("AsyncTask", 94, 69, 56),
    ("BluetoothAdapter", 157, 129, 83),
    ("CountDownTimer", 61, 45, 31),
    ("DownloadManager", 43, 31, 18),
    ("FileObserver", 189, 156, 126),
    ("ImageLoader", 113, 93, 73),
    ("MediaCodec", 871, 641, 509),
    ("MediaPlayer", 2372, 2473, 2218),
    ("MediaRecorder", 721, 486, 339),
    ("MediaScannerConnection", 161, 70, 50),
    ("OkHttpCall", 166, 146, 93),
    ("RequestQueue", 117, 96, 73),
    ("SQLiteOpenHelper", 228, 210, 199),
    ("SpeechRecognizer", 293, 242, 195),
    ("SpellCheckerSession", 213, 176, 136),
    ("VelocityTracker", 403, 369, 303),
];
