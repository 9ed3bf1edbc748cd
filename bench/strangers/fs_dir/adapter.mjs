// Node's fs.Dir on a folder of twelve files.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

let folder;

function setUp() {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "fs-dir-"));
  for (let file = 0; file < 12; file += 1) fs.writeFileSync(path.join(folder, `file${file}`), "");
}

class Reader {
  isOpen = true;
  dir = fs.opendirSync(folder);

  read() {
    return this.dir.readSync();
  }

  close() {
    this.dir.closeSync();
    this.isOpen = false;
  }
}

serve({
  name: "fs-dir",
  version: process.version,
  setUp,
  tearDown: () => fs.rmSync(folder, { recursive: true }),
  create: () => new Reader(),
  destroy: (reader) => reader.isOpen && reader.close(),
  inputs: ["read", "close"],
  outputs: [],
});
