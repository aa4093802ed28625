import { type Command, EXIT, UsageError } from '../command.ts'
import { Claim } from './lib/console-answers.ts'
import { atConsole, CONSOLE_OPTIONS, CONSOLE_OPTIONS_HELP, consoleOf } from './lib/console-client.ts'
import { parseNamed } from './lib/options.ts'

export const command: Command = {
  help: `
Usage: hap cancel CLAIM --reason TEXT [OPTION…]

Cancels a claim that waits in the queue of its pool, by the ID that "hap claim" printed. A claim that got an account in the meantime is
not cancelled; "hap give-back" releases it. A repeated cancellation changes nothing.

  --reason TEXT               required; stored in the audit log and with the claim
  --ticket TEXT               ticket of the request
${CONSOLE_OPTIONS_HELP}
Exit code 0: the claim is over; 1: the console refuses.`,

  async run(args, io) {
    const options = { ...CONSOLE_OPTIONS, reason: { type: 'string' }, ticket: { type: 'string' } } as const
    const { values, name: id } = parseNamed(args, options, 'claim ID')
    const { reason, ticket } = values
    if (!reason?.trim()) throw new UsageError('--reason is missing. It is stored in the audit log.')
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      const body = { reason, ...(ticket !== undefined && { ticket }) }
      const { value } = await client.ask(`claims/${encodeURIComponent(id)}/cancel`, Claim, { method: 'POST', body })
      if (values.json) io.out(JSON.stringify(value, null, 2))
      else io.out(`${io.paint('green', `Claim ${id} is over.`)}${value.message === null ? '' : ` ${value.message}`}`)
      return EXIT.ok
    })
  },
}
