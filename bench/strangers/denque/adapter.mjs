// denque, a queue.
import Denque from "denque";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "denque",
  create: () => new Denque(),
  inputs: {
    push: (queue, item) => void queue.push(item),
    shift: (queue) => queue.shift(),
  },
  outputs: [],
});
