import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { AcceptedLandscape, Landscape } from './lib/console-answers.ts'
import { atConsole, CONSOLE_OPTIONS, CONSOLE_OPTIONS_HELP, ConsoleRefusal, consoleOf } from './lib/console-client.ts'
import { counted } from './lib/counted.ts'
import { parseOptions } from './lib/options.ts'

export const command: Command = {
  help: `
Usage:
  hap landscape [OPTION…]
  hap landscape accept --reason TEXT [--seen DIGEST] [OPTION…]

Shows whether the landscape was restored or moved: bindings whose uid differs from the recorded one, annotations copied with a
manifest, many objects that disappeared at the same time, a recreated namespace. Until an administrator accepts this, such bindings are not
assigned and not cleaned, and releases and cleaning may pause. "accept" records the present objects as the known ones. It needs a
token of the admin role and is written to the audit log. It accepts the list as it is when the command starts, or with --seen the
list that an earlier "hap landscape" printed; if that changed since, it accepts nothing and prints what is new. Check the labels of
the bindings first: they are trusted from then on.

  --reason TEXT               required by accept; written to the audit log
  --seen DIGEST               accept only what "hap landscape" printed with this digest
  --ticket TEXT               ticket of the request
${CONSOLE_OPTIONS_HELP}
Exit code 0: the list is empty, or it was accepted; 1: something has to be accepted, or the console refuses.`,

  async run(args, io) {
    const options = { ...CONSOLE_OPTIONS, reason: TEXT, seen: TEXT, ticket: TEXT } as const
    const accepts = args[0] === 'accept'
    const { values } = parseOptions(accepts ? args.slice(1) : args, options, { least: 0, most: 0 })
    const { reason, seen, ticket, json } = values
    const misplaced = Object.entries({ reason, seen, ticket }).find(([, value]) => !accepts && value !== undefined)
    if (misplaced) throw new UsageError(`--${misplaced[0]} belongs to "hap landscape accept".`)
    if (accepts && !reason?.trim()) throw new UsageError('--reason is missing. It is stored in the audit log.')
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      if (!accepts) {
        const { value } = await client.ask('landscape', Landscape)
        if (json) io.out(JSON.stringify(value, null, 2))
        else print(value, io)
        return value.paused || value.doubted.length > 0 ? EXIT.wrong : EXIT.ok
      }
      const listed = seen === undefined ? (await client.ask('landscape', Landscape)).value : null
      if (listed && !json) print(listed, io)
      const digest = seen ?? listed?.seen
      const body = { reason, ...(ticket !== undefined && { ticket }), ...(digest !== undefined && { seen: digest }) }
      const request = client.ask('landscape/accept', AcceptedLandscape, { method: 'POST', body })
      const { value } = await request.catch(async (error: unknown) => {
        if (error instanceof ConsoleRefusal && error.status === 412 && !json) {
          // The refusal is reported even if the console cannot be asked for the present list.
          const now = await client.ask('landscape', Landscape).catch(() => null)
          if (now !== null) printNews(now.value, listed, io)
        }
        throw error
      })
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

const TEXT = { type: 'string' } as const

type State = (typeof Landscape)['_output']

/** Prints what an accept did not cover: only the new part when something is new, else the present list. */
function printNews(now: State, listed: State | null, io: Io): void {
  const news = listed && withoutListed(now, listed)
  const hasNews = news !== null && news.doubted.length + news.notices.length > 0
  io.out(hasNews ? 'New since the list above:' : 'Now:')
  print(hasNews ? news : now, io)
}

/** What is not in an earlier list; its digest is that of the present list. */
function withoutListed(now: State, before: State): State {
  const keyOf = ({ kind, name, uid }: State['doubted'][number]) => `${kind} ${name} ${uid}`
  const doubted = new Set(before.doubted.map(keyOf))
  const notices = new Set(before.notices.map(({ text }) => text))
  return {
    ...now,
    notices: now.notices.filter(({ text }) => !notices.has(text)),
    doubted: now.doubted.filter(each => !doubted.has(keyOf(each))),
  }
}

/** Bindings that are listed. */
const SHOWN = 20

const DOUBTS = {
  restored: 'restored or recreated: its uid differs from the recorded one',
  copied: 'its HAP annotations belong to another object',
} as const

function print({ namespace, seen, paused, notices, doubted }: State, io: Io): void {
  if (!paused && doubted.length === 0) io.out(`There is nothing to accept in ${namespace}.`)
  if (paused) io.out(`Releases and cleaning in ${namespace} are paused.`)
  for (const { text } of notices) io.out(`  ${text}`)
  for (const { kind, name, doubt } of doubted.slice(0, SHOWN)) io.out(`${kind} ${name}: ${DOUBTS[doubt]}.`)
  if (doubted.length > SHOWN) io.out(`… and ${counted(doubted.length - SHOWN, 'more binding')}.`)
  if (seen !== undefined && notices.length + doubted.length > 0)
    io.out(`Digest of the present list, for --seen: ${seen}`)
}
