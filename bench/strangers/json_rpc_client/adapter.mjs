// The client of json-rpc-2.0, whose server is not there: responses are received as the word says.
import { JSONRPCClient } from "json-rpc-2.0";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

const FIRST = 10 ** 12; // numbers of requests differ from all values

class Client {
  constructor(emit) {
    this.emit = emit;
    this.client = new JSONRPCClient((request) => emit(output("onSend", FIRST + request.id)));
  }

  request() {
    // The result is the number of the request that it belongs to.
    this.client.request("method").then((id) => this.emit(output("onResult", id)));
  }

  receive(id) {
    this.client.receive({ jsonrpc: "2.0", id: id - FIRST, result: id });
  }
}

serve({
  name: "json_rpc_client",
  clock: "virtual",
  create: (emit) => new Client(emit),
  inputs: ["request", "receive"],
  outputs: ["onSend", "onResult"],
});
