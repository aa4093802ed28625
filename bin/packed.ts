import { ANYWHERE } from './anywhere.ts'
import { run } from './main.ts'

// Entry of the packed command line, see scripts/build/pack-cli.ts.
await run(ANYWHERE)
