// The same truth as that of json_rpc_client.
import "../json_rpc_client/truth.mjs";
