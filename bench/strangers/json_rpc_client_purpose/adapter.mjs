// The same adapter as that of json_rpc_client.
import "../json_rpc_client/adapter.mjs";
