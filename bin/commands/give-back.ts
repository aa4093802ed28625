import { isGivenBack } from '#lib/store/claims/claim-record.ts'
import { type Command, EXIT } from '../command.ts'
import { Claim } from './lib/console-answers.ts'
import {
  atConsole,
  CONSOLE_OPTIONS,
  CONSOLE_OPTIONS_HELP,
  type ConsoleClient,
  ConsoleRefusal,
  consoleOf,
} from './lib/console-client.ts'
import { parseNamed } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap give-back CLAIM [OPTION…]

Releases a claim by the ID that "hap claim" printed. Once no cluster uses its account, the account is marked dirty, and cleaned before
its next use. A claim that waits in the queue of its pool leaves the queue. A repeated release changes nothing, and says so.
${CONSOLE_OPTIONS_HELP}
Exit code 0: the claim is released, or will be once its cluster is deleted; 1: the console refuses.`,

  async run(args, io) {
    const { values, name: id } = parseNamed(args, CONSOLE_OPTIONS, 'claim ID')
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      const place = `claims/${encodeURIComponent(id)}`
      const again = await wasGivenBack(client, place)
      const { value } = await client.ask(place, Claim, { method: 'DELETE' })
      const words = `Claim ${id} ${again ? 'was already' : 'is'} ${value.status}.`
      if (values.json) io.out(JSON.stringify(value, null, 2))
      else io.out(`${io.paint('green', words)}${value.message === null ? '' : ` ${value.message}`}`)
      return EXIT.ok
    })
  },
}

/** Whether the claim was released before this command: a repeated release returns the same answer. */
async function wasGivenBack(client: ConsoleClient, place: string): Promise<boolean> {
  try {
    return isGivenBack((await client.ask(place, Claim)).value)
  } catch (error) {
    if (error instanceof ConsoleRefusal) return false
    throw error
  }
}
