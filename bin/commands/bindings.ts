import { formatColumns } from '#lib/util/terminal.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { Bindings, searchOf, searchProblem } from './lib/console-answers.ts'
import { atConsole, CONSOLE_OPTIONS, CONSOLE_OPTIONS_HELP, consoleOf } from './lib/console-client.ts'
import { counted } from './lib/counted.ts'
import { parseOptions } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap bindings [OPTION…] [WORD…]

Lists the bindings of a console. Words are a search, such as "state:dirty type:aws".

  --limit N                   maximum number of bindings, up to 500 (default 100)
  --offset N                  skip the first N bindings (default 0)
${CONSOLE_OPTIONS_HELP}`,

  async run(args, io) {
    const options = {
      ...CONSOLE_OPTIONS,
      limit: { type: 'string', default: '100' },
      offset: { type: 'string', default: '0' },
    } as const
    const { values, files } = parseOptions(args, options, { least: 0, most: 100 })
    const { limit, offset } = values
    if (!isBetween(limit, 1, 500)) throw new UsageError(`--limit takes a whole number from 1 to 500, not "${limit}".`)
    if (!isBetween(offset, 0, 1_000_000)) throw new UsageError(`--offset takes a whole number from 0, not "${offset}".`)
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      const { value } = await client.ask(`bindings?${searchOf(files, { limit, offset })}`, Bindings)
      if (searchProblem(value, io)) return EXIT.usage
      if (values.json) io.out(JSON.stringify(value, null, 2))
      else print(value, io)
      return EXIT.ok
    })
  },
}

function isBetween(text: string, least: number, most: number): boolean {
  return /^\d{1,7}$/.test(text) && Number(text) >= least && Number(text) <= most
}

function print({ rows, hits }: (typeof Bindings)['_output'], io: Io): void {
  const head = ['NAME', 'KIND', 'STATE', 'TENANT', 'SHOOTS', 'ACCOUNT'].map(word => io.paint('dim', word))
  const lines = rows.map(({ name, kind, state, tenant, shoots, account }) => [
    name,
    kind,
    state,
    tenant ?? '-',
    String(shoots),
    `${account.namespace}/${account.name}`,
  ])
  for (const line of formatColumns([head, ...lines])) io.out(line)
  io.out(io.paint('dim', `${rows.length} of ${counted(hits, 'binding')}`))
}
