import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { formatList } from '#lib/hap/text.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { Binding, Done, Preview } from './lib/console-answers.ts'
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
Usage: hap release NAME --reason TEXT [OPTION…]

Releases the account of a binding: the account is marked dirty, and cleaned before its next use. The console refuses this while the
account has a cluster or a claim; "hap give-back" ends a claim. If the binding changes during the command, nothing is written.

  --reason TEXT               required; stored in the audit log
  --ticket TEXT               ticket of the request
  --kind KIND                 ${BINDING_KINDS.join(', ')}; required if bindings of several kinds have the name
  --dry-run                   only prints what would change
${CONSOLE_OPTIONS_HELP}
Exit code 0: the account is released, or could be; 1: the console refuses.`,

  async run(args, io) {
    const options = {
      ...CONSOLE_OPTIONS,
      reason: { type: 'string' },
      ticket: { type: 'string' },
      kind: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
    } as const
    const { values, name } = parseNamed(args, options, 'binding name')
    const { reason, ticket, kind } = values
    if (!reason?.trim()) throw new UsageError('--reason is missing. It is stored in the audit log.')
    const kinds = kind === undefined ? BINDING_KINDS : BINDING_KINDS.filter(each => each === kind)
    if (kinds.length === 0) throw new UsageError(`--kind takes ${BINDING_KINDS.join(', ')}, not "${kind}".`)
    const client = await consoleOf(values, io)
    return atConsole(io, async () => {
      const { place, version, clusters } = await find(client, kinds, name)
      const body = { reason, ...(ticket !== undefined && { ticket }) }
      const asked = { method: 'POST', body, headers: { 'if-match': `"${version}"` } } as const
      const advised = (refusal: string) => refusal + inUseAdvice(refusal, clusters)
      const ask = async () => {
        if (values['dry-run']) {
          const { value } = await client.ask(`${place}/actions/release/preview`, Preview, asked)
          return printPreview(value, { asJson: values.json, words: advised }, io)
        }
        const { value } = await client.ask(`${place}/actions/release`, Done, asked)
        if (values.json) io.out(JSON.stringify(value, null, 2))
        else io.out(`${io.paint('green', `${name} is released.`)}${value.note === null ? '' : ` ${value.note}`}`)
        return EXIT.ok
      }
      return atConsole(io, ask, advised)
    })
  },
}

interface Found {
  readonly kind: string
  readonly place: string
  readonly version: string
  /** Names of the clusters of its account. */
  readonly clusters: readonly string[]
}

/** The path and the facts of the single binding with this name. */
async function find(client: ConsoleClient, kinds: readonly string[], name: string): Promise<Found> {
  const found: Found[] = []
  for (const kind of kinds) {
    const place = `bindings/${kind}/${encodeURIComponent(name)}`
    try {
      const { resourceVersion, shoots } = (await client.ask(place, Binding)).value
      found.push({ kind, place, version: resourceVersion, clusters: shoots.map(({ shoot }) => shoot.name) })
    } catch (error) {
      if (!(error instanceof ConsoleRefusal) || error.status !== 404) throw error
    }
  }
  const [only, ...more] = found
  if (only === undefined) {
    const what = kinds.length === 1 ? kinds[0] : 'binding'
    throw new ConsoleRefusal(404, `There is no ${what} ${name}. "hap bindings" lists the existing ones.`)
  }
  if (more.length > 0)
    throw new ConsoleRefusal(
      409,
      `Several bindings are named ${name}. Add --kind ${found.map(({ kind }) => kind).join(' or ')}.`,
    )
  return only
}

const SIGNS = { added: '+', removed: '-', kept: ' ' } as const

interface Printing {
  readonly asJson: boolean
  /** A refusal with advice. */
  words(refusal: string): string
}

function printPreview(preview: (typeof Preview)['_output'], { asJson, words }: Printing, io: Io): number {
  const refusal = preview.status === 'refused' ? preview.reason : preview.objection
  if (asJson) io.out(JSON.stringify(preview, null, 2))
  else if (preview.status === 'planned') {
    io.out(preview.consequence.join(' '))
    for (const { change, key, value } of preview.diff) io.out(`  ${SIGNS[change]} ${key}: ${value}`)
  }
  if (refusal === null) return EXIT.ok
  io.err(`hap: ${words(refusal)}`)
  return EXIT.wrong
}

/** Advice for an account that clusters or claims use, with the names of clusters; empty for other refusals. */
export function inUseAdvice(refusal: string, clusters: readonly string[]): string {
  const advice: string[] = []
  if (/still uses? this account/.test(refusal)) {
    const named = clusters.length === 0 ? '' : `: ${formatList(clusters)}`
    advice.push(`Delete or move ${clusters.length === 1 ? 'it' : 'them'} first${named}.`)
  }
  if (/about to be placed on/.test(refusal)) advice.push('End the claim first: hap give-back ID.')
  return advice.map(sentence => ` ${sentence}`).join('')
}
