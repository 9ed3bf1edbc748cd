// The operator bufferCount of rxjs, behind a Subject.
import { bufferCount, Subject } from "rxjs";
import { output, serve } from "../../../hosts/javascript/typestar_adapter.js";

class Buffering {
  source = new Subject();
  heard = [];

  constructor() {
    this.source.pipe(bufferCount(24)).subscribe({
      next: () => this.heard.push("buffer"),
      error: () => this.heard.push("failed"),
      complete: () => this.heard.push("completed"),
    });
  }

  /** What the subscriber heard in this call. */
  told() {
    return this.heard.length > 0 ? output(this.heard.splice(0).join("+")) : undefined;
  }

  next() {
    this.source.next("value");
    return this.told();
  }

  complete() {
    this.source.complete();
    return this.told();
  }

  fail() {
    this.source.error("reason");
    return this.told();
  }
}

serve({ name: "buffer-count", create: () => new Buffering(), inputs: ["next", "complete", "fail"], outputs: [] });
