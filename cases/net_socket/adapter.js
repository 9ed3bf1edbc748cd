// Node's net.Socket as a typestar adapter, with its own echo server.
"use strict";

const net = require("node:net");
const { serve } = require("../../hosts/javascript/typestar_adapter.js");

const server = net.createServer((client) => {
  client.on("error", () => {}); // of a client that was destroyed
  client.pipe(client);
});

function create(emit) {
  const socket = new net.Socket();
  socket.on("connect", () => emit("onConnect"));
  socket.on("data", () => emit("onData"));
  socket.on("end", () => emit("onEnd"));
  socket.on("close", () => emit("onClose"));
  socket.on("error", (error) => emit("onError", { code: error.code }));
  return socket;
}

serve({
  name: "net-socket",
  version: process.version,
  setUp: () => new Promise((listening) => server.listen(0, "127.0.0.1", listening)),
  create,
  destroy: (socket) => void socket.destroy(),
  inputs: {
    connect: (socket) => void socket.connect(server.address().port, "127.0.0.1"),
    write: (socket) => void socket.write("hello"),
    end: (socket) => void socket.end(),
    destroy: (socket) => void socket.destroy(),
  },
  outputs: ["onConnect", "onData", "onEnd", "onClose", "onError"],
});
