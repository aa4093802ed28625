import { poolName } from '#lib/hap/pools/pool.ts'
import { formatColumns } from '#lib/util/terminal.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { Pools, searchOf, searchProblem } from './lib/console-answers.ts'
import { atConsole, CONSOLE_OPTIONS, CONSOLE_OPTIONS_HELP, consoleOf } from './lib/console-client.ts'
import { counted } from './lib/counted.ts'
import { parseOptions } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap pools [OPTION…] [WORD…]

Lists the pools of a console with their accounts by state. Words are a search, such as "type:aws eu:true".
${CONSOLE_OPTIONS_HELP}`,

  async run(args, io) {
    const { values, files } = parseOptions(args, CONSOLE_OPTIONS, { least: 0, most: 100 })
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      const { value } = await client.ask(`pools?${searchOf(files)}`, Pools)
      if (searchProblem(value, io)) return EXIT.usage
      if (values.json) io.out(JSON.stringify(value, null, 2))
      else
        print(
          value.groups.flatMap(({ pools }) => pools),
          value.of,
          io,
        )
      return EXIT.ok
    })
  },
}

type Pool = (typeof Pools)['_output']['groups'][number]['pools'][number]

const STATES = ['free', 'claimed', 'shared', 'dirty', 'cleaning', 'quarantined'] as const

function print(pools: readonly Pool[], of: number, io: Io): void {
  const head = ['POOL', 'USABLE', ...STATES.map(state => state.toUpperCase()), 'ALL', 'SHOOTS', 'WAITING', 'PROBLEM']
  const rows = pools.map(({ name, euAccess, shared, usable, states, accounts, shoots, waiting, problem, low }) => [
    poolName({ hyperscalerType: name, euAccess, shared }),
    low ? io.paint('yellow', `${usable} low`) : String(usable),
    ...STATES.map(state => String(states[state] ?? 0)),
    String(accounts),
    String(shoots),
    waiting === null ? '–' : String(waiting),
    problem === null ? '–' : io.paint('red', problem),
  ])
  for (const line of formatColumns([head.map(word => io.paint('dim', word)), ...rows])) io.out(line)
  io.out(io.paint('dim', `${pools.length} of ${counted(of, 'pool')}`))
}
