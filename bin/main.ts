import { EnvError } from '#lib/env.ts'
import { suggestName } from '#lib/hap/suggest-name.ts'
import { VERSION } from '#lib/version.ts'
import { EXIT, type Io, UsageError } from './command.ts'
import { COMMANDS } from './commands.ts'

/** Runs `hap ARGUMENT…` and returns its exit code: 0 ok, 1 rules or cases are wrong, 2 the arguments are. */
export async function main(args: readonly string[], io: Io): Promise<number> {
  const [name = '', ...rest] = args
  if (name === '' || name === 'help' || isHelp(name)) {
    io.out(overview())
    return name === '' ? EXIT.usage : EXIT.ok
  }
  if (name === '--version') {
    io.out(VERSION)
    return EXIT.ok
  }
  const entry = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!entry) {
    const near = suggestName(name, Object.keys(COMMANDS))
    const hint = near === null ? '' : ` Did you mean ${near}?`
    io.err(`hap: unknown command "${name}".${hint} The commands are ${Object.keys(COMMANDS).join(', ')}.`)
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

function overview(): string {
  const width = Math.max(...Object.keys(COMMANDS).map(name => name.length))
  const lines = Object.entries(COMMANDS).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`)
  return [
    'Usage: hap COMMAND [ARGUMENT…]',
    '',
    ...lines,
    '',
    'hap COMMAND --help shows the options of a command, hap --version the version.',
  ].join('\n')
}
