// distinctUntilChanged of rxjs with a subscriber.
import { distinctUntilChanged, Subject } from "rxjs";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

function create(emit) {
  const subject = new Subject();
  subject.pipe(distinctUntilChanged()).subscribe((item) => emit(output("onNext", item)));
  return subject;
}

serve({
  name: "distinct_until_changed",
  clock: "virtual",
  create,
  inputs: { next: (subject, item) => subject.next(item) },
  outputs: ["onNext"],
});
