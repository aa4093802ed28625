import { type ParseArgsConfig, parseArgs } from 'node:util'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Request } from '#lib/hap/request.ts'
import { SEMANTICS, type Semantics } from '#lib/hap/semantics.ts'
import { UsageError } from '../../command.ts'

type Options = NonNullable<ParseArgsConfig['options']>

/** Options and file names of a command. Throws UsageError for an unknown option or a wrong number of files. */
export function parseOptions<Given extends Options>(
  args: readonly string[],
  options: Given,
  files: { readonly least: number; readonly most: number },
) {
  const { values, positionals } = parse(args, options)
  if (positionals.length < files.least) throw new UsageError('a file name is missing; "-" reads the standard input.')
  const [first] = positionals
  if (files.most === 0 && first !== undefined)
    throw new UsageError(`"${first}" is not expected: the command takes options only.`)
  if (positionals.length > files.most) throw new UsageError(`"${positionals[files.most]}" is one file name too many.`)
  if (positionals.filter(file => file === '-').length > 1)
    throw new UsageError('only one file can be the standard input.')
  return { values, files: positionals }
}

/**
 * Options of a command and its single argument, which `what` describes, such as "claim ID". Throws UsageError for an unknown option or a
 * wrong number of arguments.
 */
export function parseNamed<Given extends Options>(args: readonly string[], options: Given, what: string) {
  const { values, positionals } = parse(args, options)
  const [name, extra] = positionals
  if (name === undefined || name.trim() === '') throw new UsageError(`the ${what} is missing.`)
  // As segments of an address they would select another resource.
  if (name === '.' || name === '..') throw new UsageError(`"${name}" is not a valid ${what}.`)
  if (extra !== undefined) throw new UsageError(`one ${what} is expected; "${extra}" is one too many.`)
  return { values, name }
}

function parse<Given extends Options>(args: readonly string[], options: Given) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split('. ')
    throw new UsageError(`${sentence.replace(/\.$/, '')}.`)
  }
}

export function semanticsOf(text: string | undefined): Semantics {
  const found = SEMANTICS.find(name => name === (text ?? 'documented'))
  if (!found) throw new UsageError(`--semantics takes ${SEMANTICS.join(' or ')}, not "${text}".`)
  return found
}

/** A comma-separated list; null for a missing option. */
export function listOf(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null
  return text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '')
}

/** Options of the commands that take one request. */
export const REQUEST_OPTIONS = {
  plan: { type: 'string' },
  provider: { type: 'string' },
  'platform-region': { type: 'string', default: '' },
  'hyperscaler-region': { type: 'string', default: '' },
  'global-account': { type: 'string', default: '' },
} as const

export const REQUEST_OPTIONS_HELP = `
  --plan NAME                 required
  --provider NAME             optional if the plan has only one provider
  --platform-region NAME
  --hyperscaler-region NAME
  --global-account ID`

export interface RequestOptions {
  readonly plan?: string | undefined
  readonly provider?: string | undefined
  readonly 'platform-region': string
  readonly 'hyperscaler-region': string
  readonly 'global-account': string
}

/** The request that the options describe. Throws UsageError without a plan, or when the provider is ambiguous. */
export function requestOf(options: RequestOptions, plans: Plans): Request {
  const { plan } = options
  if (!plan) throw new UsageError('--plan is missing.')
  return {
    plan,
    provider: options.provider ?? onlyProvider(plan, plans),
    platformRegion: options['platform-region'],
    hyperscalerRegion: options['hyperscaler-region'],
    globalAccount: options['global-account'],
  }
}

/** The provider of a plan with a single one; "" for an unknown plan, which no rule matches. */
function onlyProvider(name: string, plans: Plans): string {
  const plan = plans.byName.get(name)
  if (!plan) return ''
  const [only, ...more] = plan.providers ?? []
  if (only !== undefined && more.length === 0) return only
  const names = plan.providers === null ? 'any provider' : plan.providers.join(' or ')
  throw new UsageError(`--provider is missing: plan ${name} runs on ${names}.`)
}

const OPTIONS: Readonly<Record<string, string>> = {
  plan: '--plan',
  provider: '--provider',
  platformRegion: '--platform-region',
  hyperscalerRegion: '--hyperscaler-region',
  globalAccount: '--global-account',
  cluster: '--cluster',
}

/** A message of the console about a request, with fields and headers replaced by the options of the command. */
export function inOptions(message: string): string {
  return message
    .replaceAll('Idempotency-Key', '--key')
    .replace(/(^|; )(\w+)(?=: )/g, (all: string, before: string, field: string) =>
      Object.hasOwn(OPTIONS, field) ? `${before}${OPTIONS[field]}` : all,
    )
}
