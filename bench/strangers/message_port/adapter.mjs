// The two ports of a MessageChannel in one thread.
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "message-port",
  version: process.version,
  create: () => new MessageChannel(),
  destroy: ({ port1 }) => port1.close(),
  inputs: {
    post: ({ port1 }) => port1.postMessage("hello"),
    receive: ({ port2 }) => receiveMessageOnPort(port2)?.message,
  },
  outputs: [],
});
