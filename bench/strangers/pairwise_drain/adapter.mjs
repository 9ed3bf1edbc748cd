// pairwise of rxjs with a subscriber.
import { pairwise, Subject } from "rxjs";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

function create(emit) {
  const subject = new Subject();
  subject.pipe(pairwise()).subscribe((pair) => emit(output("onPair", ...pair)));
  return subject;
}

serve({
  name: "pairwise_drain",
  clock: "virtual",
  create,
  inputs: { next: (subject, item) => subject.next(item) },
  outputs: ["onPair"],
});
