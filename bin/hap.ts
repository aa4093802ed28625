import { EXIT } from './command.ts'
import { main } from './main.ts'
import { processIo } from './process-io.ts'

const io = processIo()
const code = await main(process.argv.slice(2), io)
const failure = await io.failure()
if (failure !== null) io.err(`hap: the output cannot be written: ${failure}.`)
process.exitCode = failure === null ? code : EXIT.usage
