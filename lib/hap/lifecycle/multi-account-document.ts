import { isRecord } from '../is-record.ts'
import { isLegalLabelValue } from '../pools/label-value.ts'
import type { MultiAccount } from './multi-account.ts'

/** The example of seed 003: what applies until somebody gives other settings. */
export const DEFAULT_MULTI_ACCOUNT: MultiAccount = {
  allowed: ['*'],
  limits: { default: 3, providers: { aws: 180, gcp: 135, openstack: 100, alicloud: 100 } },
  minBindingsForGuard: 0,
}

/** Either settings, or what is wrong with the document, a sentence each. */
export type MultiAccountResult = { readonly multiAccount: MultiAccount } | { readonly problems: readonly string[] }

/** What KEB takes for unlimited; a larger number is a slip. */
const MOST = 999_999

const KEYS = ['allowedGlobalAccounts', 'limits', 'minBindingsForGuard']

/** Settings from a parsed document with `hap.multiHyperscalerAccount`, or with its content alone (seed 003). */
export function multiAccountFromDocument(document: unknown): MultiAccountResult {
  const settings = isRecord(document) && isRecord(document.hap) ? document.hap.multiHyperscalerAccount : document
  if (!isRecord(settings)) {
    return { problems: ['There is no mapping `hap.multiHyperscalerAccount` with allowedGlobalAccounts and limits.'] }
  }
  const { allowedGlobalAccounts = null, limits = null, minBindingsForGuard = 0 } = settings
  const problems = [
    ...Object.keys(settings)
      .filter(key => !KEYS.includes(key))
      .map(key => `Unknown setting ${key}; there are ${KEYS.join(', ')}.`),
    ...allowlistProblems(allowedGlobalAccounts ?? []),
    ...limitProblems(limits ?? {}),
    ...(isCount(minBindingsForGuard) ? [] : ['minBindingsForGuard is not a whole number from 0 to 999999.']),
  ]
  if (problems.length > 0) return { problems }
  const { default: byDefault = 0, ...providers } = (limits ?? {}) as Record<string, number>
  const allowed = (allowedGlobalAccounts ?? []) as readonly string[]
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
  return Object.entries(limits)
    .filter(([, value]) => !isCount(value))
    .map(([name, value]) => `limits.${name} is ${JSON.stringify(value)}, not a whole number from 0 to ${MOST}.`)
}

/** Ids become part of label selectors, so that each has to be a legal label value. */
function allowlistProblems(allowed: unknown): readonly string[] {
  if (!Array.isArray(allowed)) return ['allowedGlobalAccounts is not a list of global account ids.']
  const ids: readonly unknown[] = allowed
  return ids
    .filter(id => typeof id !== 'string' || id === '' || (id !== '*' && !isLegalLabelValue(id)))
    .map(id => `allowedGlobalAccounts has ${JSON.stringify(id)}, which cannot be the id of a global account.`)
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= MOST
}
