import { type Command, EXIT, UsageError } from '../command.ts'
import { Claim } from './lib/console/answers.ts'
import { atConsole } from './lib/console/at-console.ts'
import { CONSOLE_OPTIONS, CONSOLE_OPTIONS_HELP, consoleOf } from './lib/console/console-options.ts'
import { parseOptions } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap give-back CLAIM [OPTION…]

Gives the account of a claim back, whose id "hap claim" told. It is marked dirty, and cleaned before anybody gets it again, once no
cluster uses it; a claim that waits in the queue of its pool waits no more.
${CONSOLE_OPTIONS_HELP}
Exit code 0: it is given back, or will be when its cluster is gone; 1: the console says no.`,

  async run(args, io) {
    const { values, files } = parseOptions(args, CONSOLE_OPTIONS, { least: 0, most: 1 })
    const [id] = files
    if (id === undefined) throw new UsageError('the id of a claim is missing.')
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      const { value } = await client.ask(`claims/${encodeURIComponent(id)}`, Claim, { method: 'DELETE' })
      if (values.json) io.out(JSON.stringify(value, null, 2))
      else
        io.out(
          `${io.paint('green', `Claim ${id} is ${value.status}.`)}${value.message === null ? '' : ` ${value.message}`}`,
        )
      return EXIT.ok
    })
  },
}
