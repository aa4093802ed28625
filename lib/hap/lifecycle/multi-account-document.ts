import { isRecord } from '../document.ts'
import { isLegalLabelValue } from '../pools/labels.ts'
import { compareText } from '../text/text.ts'
import type { MultiAccount } from './multi-account.ts'

/** The example of seed 003: what applies until somebody gives other settings. */
export const DEFAULT_MULTI_ACCOUNT: MultiAccount = {
  allowed: ['*'],
  limits: { default: 3, providers: { aws: 180, gcp: 135, openstack: 100, alicloud: 100 } },
  minBindingsForGuard: 0,
}

/** Either settings, or what is wrong with the document, a sentence each. */
type MultiAccountResult = { readonly multiAccount: MultiAccount } | { readonly problems: readonly string[] }

/** What KEB takes for unlimited; a larger number is a slip. */
export const MOST_CLUSTERS = 999_999

/** Ids of an allowlist; who needs more means everybody. */
export const MOST_IDS = 10_000

/** Providers with a limit of their own; there are a handful. */
const MOST_PROVIDERS = 100

const KEYS = ['allowedGlobalAccounts', 'limits', 'minBindingsForGuard']

/**
 * Settings from a parsed document with `hap.multiHyperscalerAccount`, or with its content alone (seed 003). Limits that are left out
 * are not set, as in KEB: accounts are unlimited. Ids that are repeated count once.
 */
export function multiAccountFromDocument(document: unknown): MultiAccountResult {
  const settings = isRecord(document) && isRecord(document.hap) ? document.hap.multiHyperscalerAccount : document
  if (!isRecord(settings)) {
    return { problems: ['There is no mapping `hap.multiHyperscalerAccount` with allowedGlobalAccounts and limits.'] }
  }
  const { allowedGlobalAccounts, limits } = settings
  const minBindingsForGuard = settings.minBindingsForGuard ?? 0
  const problems = [
    ...Object.keys(settings)
      .filter(key => !KEYS.includes(key))
      .map(key => `Unknown setting ${key}; there are ${KEYS.join(', ')}.`),
    ...allowlistProblems(allowedGlobalAccounts ?? []),
    ...limitProblems(limits ?? {}),
    ...(isCount(minBindingsForGuard) ? [] : ['minBindingsForGuard is not a whole number from 0 to 999999.']),
  ]
  if (problems.length > 0) return { problems: firstOf(problems) }
  const { default: byDefault = 0, ...providers } = (limits ?? {}) as Record<string, number>
  const allowed = [...new Set((allowedGlobalAccounts ?? []) as readonly string[])]
  return {
    multiAccount: {
      allowed,
      limits: { default: byDefault, providers },
      minBindingsForGuard: Number(minBindingsForGuard),
    },
  }
}

function limitProblems(limits: unknown): readonly string[] {
  if (!isRecord(limits)) return ['limits is not a mapping from provider to a number of clusters.']
  const count = Object.keys(limits).length
  if (count > MOST_PROVIDERS) return [`limits has ${count} settings, at most ${MOST_PROVIDERS} can be given.`]
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!isLegalLabelValue(name)) return [`limits has ${shown(name)}, which cannot be the name of a provider.`]
    if (isCount(value)) return []
    return [`limits.${name} is ${shown(value)}, not a whole number from 0 to ${MOST_CLUSTERS}.`]
  })
}

/** Ids become part of label selectors, so that each has to be a legal label value. */
function allowlistProblems(allowed: unknown): readonly string[] {
  if (!Array.isArray(allowed)) return ['allowedGlobalAccounts is not a list of global account ids.']
  const ids: readonly unknown[] = allowed
  if (ids.length > MOST_IDS) return [`allowedGlobalAccounts has ${ids.length} ids, at most ${MOST_IDS} can be listed.`]
  return ids
    .filter(id => typeof id !== 'string' || id === '' || (id !== '*' && !isLegalLabelValue(id)))
    .map(id => `allowedGlobalAccounts has ${shown(id)}, which cannot be the id of a global account.`)
}

const MOST_PROBLEMS = 20

function firstOf(problems: readonly string[]): readonly string[] {
  if (problems.length <= MOST_PROBLEMS) return problems
  return [...problems.slice(0, MOST_PROBLEMS), `There are ${problems.length - MOST_PROBLEMS} more problems.`]
}

/** A value as the document has it, cut where it is long. */
function shown(value: unknown): string {
  const text = String(JSON.stringify(value))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MOST_CLUSTERS
}

/**
 * The settings in the words of seed 003: what multiAccountFromDocument reads back as the same settings. No document says that there
 * is no configuration at all (limits null, KEB's 0): only cases of KEB have that, and it reads back as limits that are not set.
 */
export function multiAccountDocument({ allowed, limits, minBindingsForGuard }: MultiAccount) {
  return {
    allowedGlobalAccounts: allowed,
    ...(limits !== null && { limits: { default: limits.default, ...limits.providers } }),
    // KEB knows it, seed 003 does not.
    ...(minBindingsForGuard !== 0 && { minBindingsForGuard }),
  }
}

/** The settings as a values.yaml with `hap.multiHyperscalerAccount` (seed 003), which HAP_MULTI_ACCOUNT_FILE and KEB's chart take. */
export function multiAccountYaml(settings: MultiAccount): string {
  const { allowedGlobalAccounts, limits, minBindingsForGuard } = multiAccountDocument(settings)
  const lines = [
    'hap:',
    '  multiHyperscalerAccount:',
    ...list('    ', 'allowedGlobalAccounts', allowedGlobalAccounts),
    ...(limits === undefined
      ? []
      : ['    limits:', ...inOrder(limits).map(([name, value]) => `      ${key(name)}: ${value}`)]),
    ...(minBindingsForGuard === undefined ? [] : [`    minBindingsForGuard: ${minBindingsForGuard}`]),
  ]
  return `${lines.join('\n')}\n`
}

function list(indent: string, name: string, items: readonly string[]): readonly string[] {
  const [first, ...others] = items.map(text => JSON.stringify(text))
  if (first === undefined) return [`${indent}${name}: []`]
  if (others.length === 0) return [`${indent}${name}: [${first}]`]
  return [`${indent}${name}:`, ...[first, ...others].map(text => `${indent}  - ${text}`)]
}

/** As seed 003 has them, then by name: the database keeps no order, and the same settings are the same file. */
const ORDER = ['default', 'aws', 'gcp', 'azure', 'openstack', 'alicloud']

function inOrder(limits: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return Object.entries(limits).sort(([a], [b]) => place(a) - place(b) || compareText(a, b))
}

/** YAML 1.1, which Helm reads, takes some bare words for booleans; quoted they are names for every reader. */
const BARE = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_-]*$/

function key(name: string): string {
  return BARE.test(name) ? name : JSON.stringify(name)
}
