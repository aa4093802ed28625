// Loaded into each process of a test. It runs PGlite for seconds, and V8 takes longer to optimize the WebAssembly than the optimized
// code saves: a start and 2,000 statements take 7 s of CPU instead of 12 s.
const { setFlagsFromString } = require('node:v8')

for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
