// BehaviorSubject of rxjs, without subscribers.
import { BehaviorSubject } from "rxjs";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "behavior-subject",
  create: () => new BehaviorSubject(0),
  inputs: {
    next: (subject, value) => subject.next(value),
    value: (subject) => subject.getValue(),
    complete: (subject) => subject.complete(),
    error: (subject) => subject.error(new Error("reason")),
  },
  outputs: [],
});
