import { compareText } from '../compare-text.ts'
import type { MultiAccount } from './multi-account.ts'

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
