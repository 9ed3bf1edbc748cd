// A small asynchronous player, and the adapter that lets typestar learn how it may be used.
//
// Try it:   typestar try player.toml "load wait play wait"
// Learn it: typestar learn player.toml
"use strict";

const { serve } = require("./typestar_adapter.js");

/** Loads a file and plays it. An ordinary class: replace it with your own (`const { MyClass } = require(...)`). */
class Player {
  constructor({ onLoaded, onFinished }) {
    this.onLoaded = onLoaded;
    this.onFinished = onFinished;
    this.state = "empty";
    this.playWhenLoaded = false;
  }

  load() {
    if (this.state !== "empty") throw new Error("something is loaded already");
    this.state = "loading";
    this.timer = setTimeout(() => this.loaded(), 30);
  }

  play() {
    if (this.state === "loading" && !this.playWhenLoaded) {
      this.playWhenLoaded = true;
    } else if (this.state === "ready") {
      this.state = "playing";
      this.timer = setTimeout(() => this.finished(), 30);
    } else {
      throw new Error("cannot play now");
    }
  }

  stop() {
    if (this.state !== "loading" && this.state !== "playing") return;
    clearTimeout(this.timer);
    this.state = this.state === "loading" ? "empty" : "ready";
    this.playWhenLoaded = false;
  }

  loaded() {
    this.state = "ready";
    this.onLoaded();
    if (this.playWhenLoaded) {
      this.playWhenLoaded = false;
      this.play();
    }
  }

  finished() {
    this.state = "ready";
    this.onFinished();
  }
}

// The adapter. What to edit for your own class:
// - `create` creates one fresh object for each word and passes every callback on to `emit`;
//   `emit("onError", { code: 5 })` also passes arguments on;
// - `inputs` are the methods to call, by name; to pass arguments, write an object instead:
//   inputs: { load: (player) => player.load("a.mp3"), ... }; an exception means that the call is illegal;
// - `clock: "virtual"`: the timers of the class run in order and without real waits.
//   Leave it out for a class that uses more than timers: sockets, processes, workers;
// - `destroy` ends an object that is no longer needed.
serve({
  name: "player",
  clock: "virtual",
  create: (emit) => new Player({ onLoaded: () => emit("onLoaded"), onFinished: () => emit("onFinished") }),
  inputs: ["load", "play", "stop"],
  outputs: ["onLoaded", "onFinished"],
  destroy: (player) => player.stop(),
});
