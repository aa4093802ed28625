import { COMMANDS } from './commands.ts'
import { run } from './main.ts'

await run(COMMANDS)
