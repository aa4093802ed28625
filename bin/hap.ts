import { EXIT } from './command.ts'
import { main } from './main.ts'
import { processIo } from './process-io.ts'

const io = processIo()
const code = await main(process.argv.slice(2), io)
const trouble = await io.trouble()
if (trouble !== null) io.err(`hap: the output cannot be written: ${trouble}.`)
process.exitCode = trouble === null ? code : EXIT.usage
