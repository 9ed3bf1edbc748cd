// A resizable ArrayBuffer, which grows and shrinks by one byte.
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

serve({
  name: "array-buffer",
  version: process.version,
  create: () => new ArrayBuffer(0, { maxByteLength: 32 }),
  inputs: {
    grow: (buffer) => buffer.resize(buffer.byteLength + 1),
    shrink: (buffer) => buffer.resize(buffer.byteLength - 1),
    detach: (buffer) => void structuredClone(buffer, { transfer: [buffer] }),
  },
  outputs: [],
});
