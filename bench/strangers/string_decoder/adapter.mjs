// Node's StringDecoder, fed with one byte at a time: a letter, the first byte of two, three or four, or one more of them.
import { StringDecoder } from "node:string_decoder";
import { serve } from "../../../hosts/javascript/typestar_adapter.js";

const marked = (text) => text.replaceAll("\ufffd", "?").replaceAll(/[^?a]/gu, "c");
const write = (byte) => (decoder) => marked(decoder.write(Buffer.from([byte])));

serve({
  name: "string-decoder",
  version: process.version,
  create: () => new StringDecoder("utf8"),
  inputs: {
    letter: write(0x61),
    first2: write(0xc3),
    first3: write(0xe3),
    first4: write(0xf1),
    more: write(0xa4),
    end: (decoder) => marked(decoder.end()),
  },
  outputs: [],
});
