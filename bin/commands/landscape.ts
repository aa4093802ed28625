import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { AcceptedLandscape, Landscape } from './lib/console-answers.ts'
import { atConsole, CONSOLE_OPTIONS, CONSOLE_OPTIONS_HELP, consoleOf } from './lib/console-client.ts'
import { counted } from './lib/counted.ts'
import { parseOptions } from './lib/options.ts'

export const command: Command = {
  help: `
Usage:
  hap landscape [OPTION…]
  hap landscape accept --reason TEXT [OPTION…]

Shows whether the landscape was restored or moved: bindings whose uid differs from the recorded one, annotations copied with a
manifest, many objects that disappeared at once, a recreated namespace. Until an administrator accepts this, such bindings are not
assigned and not cleaned, and releases and cleaning may pause. "accept" records the present objects as the known ones. It needs a
token of the role admin and is written to the audit log. Check the labels of the bindings first: they are trusted from then on.

  --reason TEXT               required by accept; written to the audit log
  --ticket TEXT               ticket of the request
${CONSOLE_OPTIONS_HELP}
Exit code 0: there is nothing to accept, or it was accepted; 1: something has to be accepted, or the console refuses.`,

  async run(args, io) {
    const options = { ...CONSOLE_OPTIONS, reason: { type: 'string' }, ticket: { type: 'string' } } as const
    const accepts = args[0] === 'accept'
    const { values } = parseOptions(accepts ? args.slice(1) : args, options, { least: 0, most: 0 })
    const { reason, ticket, json } = values
    if (accepts && !reason?.trim()) throw new UsageError('--reason is missing: it is recorded.')
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      if (!accepts) {
        const { value } = await client.ask('landscape', Landscape)
        if (json) io.out(JSON.stringify(value, null, 2))
        else print(value, io)
        return value.paused || value.doubted.length > 0 ? EXIT.wrong : EXIT.ok
      }
      const body = { reason, ...(ticket !== undefined && { ticket }) }
      const { value } = await client.ask('landscape/accept', AcceptedLandscape, { method: 'POST', body })
      if (json) io.out(JSON.stringify(value, null, 2))
      else {
        const { accepted, claims } = value
        const what = `${counted(accepted.doubted.length, 'binding')} and ${counted(accepted.notices.length, 'notice')}`
        io.out(`${io.paint('green', `Accepted ${what}.`)} ${counted(claims, 'claim')} changed.`)
      }
      return EXIT.ok
    })
  },
}

/** Bindings that are listed. */
const SHOWN = 20

const DOUBTS = {
  restored: 'restored or recreated: its uid differs from the recorded one',
  copied: 'its HAP annotations belong to another object',
} as const

function print({ namespace, paused, notices, doubted }: (typeof Landscape)['_output'], io: Io): void {
  if (!paused && doubted.length === 0) io.out(`There is nothing to accept in ${namespace}.`)
  if (paused) io.out(`Releases and cleaning in ${namespace} are paused.`)
  for (const { text } of notices) io.out(`  ${text}`)
  for (const { kind, name, doubt } of doubted.slice(0, SHOWN)) io.out(`${kind} ${name}: ${DOUBTS[doubt]}.`)
  if (doubted.length > SHOWN) io.out(`… and ${counted(doubted.length - SHOWN, 'more binding')}.`)
}
