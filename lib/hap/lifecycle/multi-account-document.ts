import { isRecord } from '../document.ts'
import { DEFAULT_PLANS, knownProviders, type Plans } from '../plans/plan.ts'
import { isLegalLabelValue } from '../pools/labels.ts'
import { suggestName } from '../suggest-name.ts'
import { compareText } from '../text.ts'
import type { MultiAccount } from './multi-account.ts'

/** The example of seed 003: in force on the embedded garden until other settings are saved. */
export const EXAMPLE_MULTI_ACCOUNT: MultiAccount = {
  allowed: ['*'],
  limits: { default: 3, providers: { aws: 180, gcp: 135, openstack: 100, alicloud: 100 } },
  minBindingsForGuard: 0,
}

/** Settings, or the problems of the document as sentences. */
type MultiAccountResult = { readonly multiAccount: MultiAccount } | { readonly problems: readonly string[] }

/** KEB's value of unlimited; larger numbers are rejected as mistakes. */
export const MAX_CLUSTERS = 999_999

/** Maximum ids on an allowlist; beyond, `*` is meant. */
export const MAX_ALLOWLIST_IDS = 10_000

/** Maximum number of provider limits. */
const MAX_PROVIDERS = 100

const KEYS = ['allowedGlobalAccounts', 'limits', 'minBindingsForGuard']

/**
 * Parses a document with `hap.multiHyperscalerAccount`, or that mapping itself (seed 003). Missing
 * limits are unlimited, as in KEB; repeated ids count once. A values.yaml without the mapping means
 * that every global account has one account. Limits are accepted for providers of the plans only.
 */
export function parseMultiAccount(document: unknown, plans: Pick<Plans, 'byName'>): MultiAccountResult {
  const settings =
    isRecord(document) && isRecord(document.hap) ? (document.hap.multiHyperscalerAccount ?? {}) : document
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
    ...limitProblems(limits ?? {}, plans),
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

/** Providers of the default plans stay known with other plans: KEB's chart sets limits for all of them. */
const DEFAULT_PROVIDERS = knownProviders(DEFAULT_PLANS) ?? []

function limitProblems(limits: unknown, plans: Pick<Plans, 'byName'>): readonly string[] {
  if (!isRecord(limits)) return ['limits is not a mapping from provider to a number of clusters.']
  const count = Object.keys(limits).length
  if (count > MAX_PROVIDERS) return [`limits has ${count} settings, at most ${MAX_PROVIDERS} can be given.`]
  const offered = knownProviders(plans)
  const known = offered && new Set([...offered, ...DEFAULT_PROVIDERS, 'default'])
  return Object.entries(limits).flatMap(([name, value]) => {
    if (!isLegalLabelValue(name)) return [`limits has ${shown(name)}, which cannot be the name of a provider.`]
    if (known && !known.has(name))
      return [`limits has ${name}, a provider of no plan. ${adviceFor(name, known, plans)}`]
    if (isCount(value)) return []
    return [`limits.${name} is ${shown(value)}, not a whole number from 0 to ${MAX_CLUSTERS}.`]
  })
}

/** Names the provider that was probably meant: a similar name, or the provider of the plan of that name. */
function adviceFor(name: string, known: ReadonlySet<string>, { byName }: Pick<Plans, 'byName'>): string {
  const similar = suggestName(name, known)
  if (similar !== null) return `Did you mean ${similar}?`
  const ofPlan = byName.get(name)?.providers?.join(' or ')
  if (ofPlan) return `Plan ${name} runs on ${ofPlan}.`
  return `Providers are ${[...known]
    .filter(each => each !== 'default')
    .sort(compareText)
    .join(', ')}.`
}

/** Ids become part of label selectors, so each must be a legal label value. */
function allowlistProblems(allowed: unknown): readonly string[] {
  if (!Array.isArray(allowed)) return ['allowedGlobalAccounts is not a list of global account ids.']
  const ids: readonly unknown[] = allowed
  if (ids.length > MAX_ALLOWLIST_IDS)
    return [`allowedGlobalAccounts has ${ids.length} ids, at most ${MAX_ALLOWLIST_IDS} can be listed.`]
  return ids
    .filter(id => typeof id !== 'string' || id === '' || (id !== '*' && !isLegalLabelValue(id)))
    .map(id => `allowedGlobalAccounts has ${shown(id)}, which cannot be the id of a global account.`)
}

const MAX_PROBLEMS = 20

function firstOf(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems
  return [...problems.slice(0, MAX_PROBLEMS), `There are ${problems.length - MAX_PROBLEMS} more problems.`]
}

/** Formats a value for a message, truncated when long. */
function shown(value: unknown): string {
  const text = String(JSON.stringify(value))
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MAX_CLUSTERS
}

/**
 * Returns the settings as the mapping of seed 003, which parseMultiAccount parses back. A
 * mapping cannot express missing configuration (limits null, KEB's 0), which only occurs in cases
 * of KEB: it parses back as limits that are not set.
 */
export function multiAccountDocument({ allowed, limits, minBindingsForGuard }: MultiAccount) {
  return {
    allowedGlobalAccounts: allowed,
    ...(limits !== null && { limits: { default: limits.default, ...limits.providers } }),
    // A setting of KEB beyond seed 003.
    ...(minBindingsForGuard !== 0 && { minBindingsForGuard }),
  }
}

/**
 * Formats the settings as a values.yaml with `hap.multiHyperscalerAccount` (seed 003), for
 * HAP_MULTI_ACCOUNT_FILE and KEB's chart.
 */
export function formatMultiAccountYaml(settings: MultiAccount): string {
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

/**
 * Order of seed 003, then by name, so that equal settings give equal files: the database does not
 * keep the order.
 */
const ORDER = ['default', 'aws', 'gcp', 'azure', 'openstack', 'alicloud']

function inOrder(limits: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  const place = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length)
  return Object.entries(limits).sort(([a], [b]) => place(a) - place(b) || compareText(a, b))
}

/** Helm reads YAML 1.1, where some unquoted words are booleans; they must be quoted. */
const BARE = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[a-z][a-z0-9_-]*$/

function key(name: string): string {
  return BARE.test(name) ? name : JSON.stringify(name)
}
