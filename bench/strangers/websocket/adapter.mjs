// The WebSocket of ws and its server, connected in memory.
import http from "node:http";
import { Duplex } from "node:stream";
import { WebSocket, WebSocketServer } from "ws";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

/** One end of a connection in memory. */
class End extends Duplex {
  _read() {}

  _write(chunk, _encoding, done) {
    this.other.push(chunk);
    done();
  }

  _final(done) {
    this.other.push(null);
    done();
  }

  _destroy(error, done) {
    this.other.push(null);
    done(error);
  }

  setTimeout() {
    return this;
  }

  setNoDelay() {
    return this;
  }

  setKeepAlive() {
    return this;
  }
}

function create(emit) {
  const [near, far] = [new End(), new End()];
  [near.other, far.other] = [far, near];
  const made = { near, far, served: null };
  const sockets = new WebSocketServer({ noServer: true });
  const server = http.createServer();
  server.on("upgrade", (request, connection, head) => {
    sockets.handleUpgrade(request, connection, head, (served) => {
      made.served = served;
      served.on("error", () => {});
    });
  });
  server.emit("connection", far);
  made.socket = new WebSocket("ws://localhost", { createConnection: () => near });
  made.socket.on("open", () => emit("onOpen"));
  made.socket.on("error", () => emit("onError"));
  made.socket.on("close", (code) => emit("onClose", { code }));
  return made;
}

serve({
  name: "websocket",
  clock: "virtual",
  create,
  destroy: ({ near, far, socket }) => {
    socket.terminate();
    near.destroy();
    far.destroy();
  },
  inputs: {
    send: ({ socket }) => socket.send("hello"),
    close: ({ socket }) => socket.close(),
    terminate: ({ socket }) => socket.terminate(),
    serverCloses: ({ served }) => served?.close(1000),
  },
  outputs: ["onOpen", "onError", "onClose"],
});
