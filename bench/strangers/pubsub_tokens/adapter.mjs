// pubsub-js with one topic.
import PubSub from "pubsub-js";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

const TOPIC = "news";

function create(emit) {
  PubSub.clearAllSubscriptions();
  return { emit };
}

serve({
  name: "pubsub_tokens",
  clock: "virtual",
  create,
  inputs: {
    subscribe: ({ emit }) => output("subscribed", PubSub.subscribe(TOPIC, (_topic, item) => emit(output("onMessage", item)))),
    publish: (_component, item) => output(PubSub.publish(TOPIC, item) ? "published" : "nobody"),
    unsubscribe: (_component, token) => output(PubSub.unsubscribe(token) === false ? "missing" : "ended"),
  },
  outputs: ["onMessage"],
});
