import { EnvError } from '#lib/env.ts'
import { suggestName } from '#lib/hap/suggest-name.ts'
import { VERSION } from '#lib/version.ts'
import { EXIT, type Io, UsageError } from './command.ts'
import type { Entry } from './packed-commands.ts'
import { processIo } from './process-io.ts'

type Commands = Readonly<Record<string, Entry>>

/** Runs the process's arguments and sets its exit code. */
export async function run(commands: Commands): Promise<void> {
  const io = processIo()
  const code = await main(process.argv.slice(2), io, commands)
  const failure = await io.failure()
  if (failure !== null) io.err(`hap: the output cannot be written: ${failure}.`)
  process.exitCode = failure === null ? code : EXIT.usage
}

/** Runs `hap ARGUMENT…` and returns its exit code: 0 ok, 1 rules or cases are wrong, 2 the arguments are. */
export async function main(args: readonly string[], io: Io, commands: Commands): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '' || name === 'help' || isHelp(name)) {
    io.out(overview(commands))
    return name === '' ? EXIT.usage : EXIT.ok
  }
  if (name === '--version') {
    io.out(VERSION)
    return EXIT.ok
  }
  const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!entry) {
    const near = suggestName(name, Object.keys(commands))
    const hint = near === null ? '' : ` Did you mean ${near}?`
    io.err(`hap: unknown command "${name}".${hint} The commands are ${Object.keys(commands).join(', ')}.`)
    return EXIT.usage
  }
  const { command } = await entry.load()
  if (rest.some(isHelp)) {
    io.out(command.help.trim())
    return EXIT.ok
  }
  try {
    return await command.run(rest, io)
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof EnvError)) throw error
    io.err(`hap ${name}: ${error.message}`)
    if (error instanceof UsageError) io.err(`See hap ${name} --help.`)
    return EXIT.usage
  }
}

function isHelp(argument: string): boolean {
  return argument === '--help' || argument === '-h'
}

function overview(commands: Commands): string {
  const width = Math.max(...Object.keys(commands).map(name => name.length))
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: hap COMMAND [ARGUMENT…]',
    '',
    ...lines,
    '',
    'hap COMMAND --help shows the options of a command, hap --version the version.',
  ].join('\n')
}
