// AsyncSubject of rxjs with a subscriber.
import { AsyncSubject } from "rxjs";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

function create(emit) {
  const subject = new AsyncSubject();
  subject.subscribe({
    next: (item) => emit(output("onNext", item)),
    complete: () => emit("onComplete"),
    error: () => emit("onFailure"),
  });
  return subject;
}

serve({
  name: "async_subject",
  clock: "virtual",
  create,
  inputs: {
    next: (subject, item) => subject.next(item),
    complete: (subject) => subject.complete(),
    fail: (subject) => subject.error(new Error("reason")),
  },
  outputs: ["onNext", "onComplete", "onFailure"],
});
