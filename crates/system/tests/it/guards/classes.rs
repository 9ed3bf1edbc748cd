//! The classes whose guards are checked, and the arguments that their methods are called with.

/// A class, and how it is used.
pub struct Class {
    /// The class and the options of its host.
    pub host: &'static [&'static str],
    /// How it is learned.
    pub case: &'static str,
    pub methods: &'static [Method],
}

/// A method with an argument that it accepts, sometime.
pub struct Method {
    pub name: &'static str,
    /// The types of its parameters.
    pub parameters: &'static [&'static str],
    /// The values of a call in a sequence.
    pub accepted: &'static [&'static str],
    /// Whether it makes the object, and so can only come first.
    pub makes: bool,
}

const fn method(name: &'static str) -> Method {
    taking(name, &[], &[])
}

const fn taking(name: &'static str, parameters: &'static [&'static str], accepted: &'static [&'static str]) -> Method {
    Method { name, parameters, accepted, makes: false }
}

const fn making(name: &'static str, parameters: &'static [&'static str], accepted: &'static [&'static str]) -> Method {
    Method { name, parameters, accepted, makes: true }
}

const OBJECT: &[&str] = &["java.lang.Object"];
const FRESH: &[&str] = &["\"@new java.lang.Object\""];

pub const STACK: Class = Class {
    host: &["java.util.Stack"],
    case: "cases/tzuyu/stack.toml",
    methods: &[
        taking("push", OBJECT, FRESH),
        method("pop"),
        method("peek"),
        taking("search", OBJECT, FRESH),
        method("empty"),
    ],
};

pub const BOUNDED_STACK: Class = Class {
    host: &["BoundedStack"],
    case: "cases/tzuyu/bounded_stack.toml",
    methods: &[taking("push", &["int"], &["1"]), method("pop")],
};

pub const PIPED: Class = Class {
    host: &["java.io.PipedOutputStream", "--methods", "connect,write(int),flush,close"],
    case: "cases/tzuyu/piped_output_stream.toml",
    methods: &[
        taking("connect", &["java.io.PipedInputStream"], &["\"@new java.io.PipedInputStream\""]),
        taking("write", &["int"], &["1"]),
        method("flush"),
        method("close"),
    ],
};

pub const PIPED_WITH_ARRAYS: Class = Class {
    host: &["java.io.PipedOutputStream"],
    case: "cases/tzuyu/piped_output_stream_arrays.toml",
    methods: &[
        taking("connect", &["java.io.PipedInputStream"], &["\"@new java.io.PipedInputStream\""]),
        taking("write(int)", &["int"], &["1"]),
        taking("write(byte[],int,int)", &["byte[]", "int", "int"], &["\"@new byte[1]\"", "0", "1"]),
        method("flush"),
        method("close"),
    ],
};

pub const EXAMPLE_PIPED: Class = Class {
    host: &["PipedOutputStream"],
    case: "cases/tzuyu/example_piped_output_stream.toml",
    methods: &[
        taking("connect", &["PipedInputStream"], &["\"@new PipedInputStream\""]),
        method("write"),
        method("flush"),
        method("close"),
    ],
};

pub const EXAMPLE_SIGNATURE: Class = Class {
    host: &["Signature"],
    case: "cases/tzuyu/example_signature.toml",
    methods: &[method("initSign"), method("initVerify"), method("update"), method("sign"), method("verify")],
};

pub const LIST_ITERATOR: Class = Class {
    host: &[
        "java.util.ListIterator",
        "--methods",
        "next,previous,set,remove",
        "--construct",
        "new ArrayList(List.of(1, 2)).listIterator()",
    ],
    case: "cases/guards/list_iterator.toml",
    methods: &[method("next"), method("previous"), taking("set", OBJECT, FRESH), method("remove")],
};

pub const BYTE_BUFFER: Class = Class {
    host: &[
        "java.nio.ByteBuffer",
        "--methods",
        "put(byte),get(),flip,mark,reset",
        "--construct",
        "java.nio.ByteBuffer.allocate(2)",
    ],
    case: "cases/guards/byte_buffer.toml",
    methods: &[taking("put", &["byte"], &["1"]), method("get"), method("flip"), method("mark"), method("reset")],
};

pub const ARRAY_DEQUE: Class = Class {
    host: &["java.util.ArrayDeque", "--methods", "addFirst,addLast,removeFirst,removeLast"],
    case: "cases/guards/array_deque.toml",
    methods: &[
        taking("addFirst", OBJECT, FRESH),
        taking("addLast", OBJECT, FRESH),
        method("removeFirst"),
        method("removeLast"),
    ],
};

pub const ARRAY_BLOCKING_QUEUE: Class = Class {
    host: &[
        "java.util.concurrent.ArrayBlockingQueue",
        "--methods",
        "add,remove(),element",
        "--construct",
        "new java.util.concurrent.ArrayBlockingQueue(2)",
    ],
    case: "cases/guards/array_blocking_queue.toml",
    methods: &[taking("add", OBJECT, FRESH), method("remove"), method("element")],
};

/// Classes of `bench/guards/known` whose sequences can be enumerated. They are learned by their names alone.
pub const KNOWN: [Class; 15] = [
    known(&["known.Valve", "--depth", "5"], &[method("offer"), method("poll")]),
    known(&["known.TrafficLight", "--depth", "5"], &[method("next"), method("fail"), method("colour")]),
    known(&["known.Printer", "--depth", "5"], &[method("switchOn"), taking("print", INT, &["1"]), method("takeOut")]),
    known(&["known.Dial", "--depth", "5"], &[method("unlock"), taking("turn", INT, &["1"])]),
    known(
        &["known.Panel", "--depth", "5"],
        &[method("arm"), method("disarm"), method("widen"), taking("fire", INT, &["1"])],
    ),
    known(&["known.Stamps", "--depth", "5"], &[method("stamp"), method("renew")]),
    known(&["known.Engine", "--depth", "5"], &[method("add"), method("remove")]),
    known(&["known.Plant", "--depth", "5"], &[method("add"), taking("take", INT, &["1"])]),
    known(&["known.Cellar", "--depth", "5"], &[method("open"), method("knock"), method("enter")]),
    known(&["known.Pool", "--depth", "5"], &[making("new(int)", INT, &["1"]), method("borrow"), method("giveBack")]),
    known(
        &["known.Interval", "--depth", "5"],
        &[making("new(int,int)", &["int", "int"], &["0", "2"]), taking("set", INT, &["0"])],
    ),
    known(
        &["known.Savings", "--depth", "5"],
        &[taking("deposit", INT, &["1"]), taking("setLimit", INT, &["1"]), method("interest")],
    ),
    known(
        &["known.Tape", "--depth", "5"],
        &[taking("write", INT, &["1"]), taking("read", &["int", "int"], &["0", "1"])],
    ),
    known(&["known.Frame", "--depth", "5"], &[method("wider"), method("higher"), method("hang")]),
    known(
        &["known.Budget", "--depth", "5"],
        &[method("earn"), method("borrow"), taking("spend", INT, &["1"]), method("settle")],
    ),
];

const INT: &[&str] = &["int"];

const fn known(host: &'static [&'static str], methods: &'static [Method]) -> Class {
    Class { host, case: "", methods }
}

/// What can be given for a parameter of this type, beside what was made earlier.
pub fn pool(parameter: &str) -> &'static [&'static str] {
    match parameter {
        "int" | "byte" => &["-1", "0", "1", "2"],
        "byte[]" => &["null", "\"@new byte[0]\"", "\"@new byte[1]\"", "\"@new byte[2]\""],
        "java.io.PipedInputStream" => &[
            "null",
            "\"@new java.io.PipedInputStream\"",
            "\"@new java.io.PipedInputStream(new java.io.PipedOutputStream())\"",
        ],
        "PipedInputStream" => {
            &["null", "\"@new PipedInputStream\"", "\"@new PipedInputStream(new PipedOutputStream())\""]
        }
        "java.lang.Object" => &[
            "null",
            "-1",
            "0",
            "1",
            "2",
            "\"@new int[0]\"",
            "\"@new int[1]\"",
            "\"@new int[2]\"",
            "\"@new java.lang.Object\"",
        ],
        other => panic!("no pool of {other}"),
    }
}
