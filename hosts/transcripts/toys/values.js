// The second toy of the transcripts (see ../README.md): its callins return and throw.
"use strict";

const { noReply, output, serve } = require("../../javascript/typestar_adapter.js");

/** The call is not allowed now. */
class IllegalState extends Error {}

/** Cannot say why. */
class Untold extends Error {
  get message() {
    throw new IllegalState("no text");
  }
}

/** Something that is no plain value. */
class Thing {}

const ReservedClass = { ok: class {} }.ok;
const ReservedException = { error: class extends Error {} }.error;
Object.defineProperty(ReservedClass, "name", { value: "ok" });
Object.defineProperty(ReservedException, "name", { value: "error" });

/** Counts, and refuses to count further than two. */
class Values {
  count = 0;

  add() {
    if (this.count === 2) throw new IllegalState("full: 2");
    this.count += 1;
    return this.count;
  }

  throw(error) {
    throw error;
  }
}

const inputs = {
  add: (toy) => toy.add(),
  yes: async () => true,
  no: () => false,
  nothing: () => undefined,
  small: () => -999999,
  large: () => 1000000,
  fraction: () => 0.5,
  empty: () => "",
  text: async () => "low battery",
  word: () => "error",
  marks: () => 'a"b\\c\n\x7f\u200e\u{e0001}é☕',
  forty: () => "x".repeat(38),
  long: () => "x".repeat(39),
  list: () => [1, 2],
  object: () => ({ code: 5 }),
  thing: () => new Thing(),
  shop: () => new ReservedClass(),
  color: () => null,
  self: (toy) => toy,
  named: async () => output("CONNACK 0"),
  reserved: () => output("hang"),
  unnamed: () => output(""),
  overlong: async () => output("x".repeat(41)),
  invisible: () => output("a\u200eb"),
  bang: async (toy) => toy.throw(new IllegalState("bang")),
  strange: (toy) => toy.throw(new ReservedException("bad data")),
  untold: (toy) => toy.throw(new Untold()),
  beyond: () => 2 ** 60,
  silent: () => noReply(50),
};

serve({ name: "values", version: "1", clock: "virtual", create: () => new Values(), inputs, outputs: [] });
