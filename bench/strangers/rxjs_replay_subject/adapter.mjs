// ReplaySubject(2) of rxjs: what a new subscriber hears at once.
import { ReplaySubject } from "rxjs";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

function heard(subject) {
  const values = [];
  let isOver = false;
  subject.subscribe({ next: (value) => values.push(value), complete: () => (isOver = true) }).unsubscribe();
  const names = isOver ? ["onlyTheEnd", "oneAndTheEnd", "twoAndTheEnd"] : ["nothing", "one", "two"];
  return output(names[values.length], ...values);
}

serve({
  name: "replay-subject",
  create: () => new ReplaySubject(2),
  inputs: {
    next: (subject, value) => subject.next(value),
    subscribe: heard,
    complete: (subject) => subject.complete(),
  },
  outputs: [],
});
