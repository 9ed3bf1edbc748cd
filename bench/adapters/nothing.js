// An adapter of a component that does nothing: `nothing.js CALLINS`. What it costs is the host library's.
"use strict";

const { serve } = require("../../hosts/javascript/typestar_adapter.js");

const inputs = {};
for (let number = 0; number < Number(process.argv[2]); number++) inputs[`call${number}`] = () => undefined;
serve({ name: "nothing", create: () => ({}), inputs, outputs: [] });
