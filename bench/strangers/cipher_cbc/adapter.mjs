// Node's crypto.Cipheriv: AES-128-CBC, one byte at a time.
import { createCipheriv } from "node:crypto";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

const key = Buffer.alloc(16, 1);
const start = Buffer.alloc(16, 2);

serve({
  name: "cipher-cbc",
  version: process.version,
  create: () => createCipheriv("aes-128-cbc", key, start),
  inputs: {
    update: (cipher) => cipher.update("a").length,
    noPadding: (cipher) => void cipher.setAutoPadding(false),
    final: (cipher) => cipher.final().length,
  },
  outputs: [],
});
