// Each Node.js process of a test step loads this file. A process uses PGlite for seconds, and V8 takes longer to optimize its WebAssembly
// than the optimized code saves.
const { setFlagsFromString } = require('node:v8')

for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
