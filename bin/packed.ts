import { run } from './main.ts'
import { PACKED_COMMANDS } from './packed-commands.ts'

// Entry of the packed command line, see scripts/build/pack-cli.ts.
await run(PACKED_COMMANDS)
