// The client's session of node:http2 and a server's session, connected in memory. What the client sends waits for `deliver`.
import http2 from "node:http2";
import { Duplex } from "node:stream";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

/** One end of a connection in memory. */
class End extends Duplex {
  isSlow = false;
  kept = [];

  _read() {}

  _write(chunk, _encoding, done) {
    this.keep(chunk);
    done();
  }

  _final(done) {
    this.keep(null);
    done();
  }

  keep(chunk) {
    this.kept.push(chunk);
    if (!this.isSlow) this.deliver();
  }

  deliver() {
    for (const chunk of this.kept.splice(0)) this.other.push(chunk);
  }

  _destroy(error, done) {
    this.other.destroy();
    done(error);
  }
}

/** Until nothing more happens: each frame takes a few turns of the event loop. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((done) => setImmediate(done));
}

class Client {
  heard = new Set();
  near = new End();
  far = new End();

  async connect() {
    [this.near.other, this.far.other] = [this.far, this.near];
    this.server = http2.performServerHandshake(this.far);
    this.server.on("error", () => {});
    this.session = http2.connect("http://localhost", { createConnection: () => this.near });
    this.session.on("close", () => this.heard.add("closed"));
    this.session.on("error", () => this.heard.add("error"));
    await settle();
    this.near.isSlow = true;
    return this;
  }

  /** Answers with what the call says and what is heard until nothing more happens. */
  async told(said) {
    await settle();
    const all = [...said, ...this.heard];
    this.heard.clear();
    return all.length > 0 ? output(all.join("+")) : undefined;
  }

  ping() {
    if (this.session.destroyed) return output("destroyed");
    const isSent = this.session.ping((error) => this.heard.add(error ? "cancelled" : "pong"));
    return this.told(isSent ? [] : ["refused"]);
  }

  deliver() {
    this.near.deliver();
    return this.told([]);
  }

  close() {
    this.session.close();
    return this.told([]);
  }

  destroy() {
    this.session.destroy();
    return this.told([]);
  }
}

serve({
  name: "http2-session",
  version: process.version,
  create: () => new Client().connect(),
  destroy: ({ session, server }) => {
    session.destroy();
    server.destroy();
  },
  inputs: ["ping", "deliver", "close", "destroy"],
  outputs: [],
});
