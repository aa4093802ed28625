import { INFRASTRUCTURE, infrastructureErrors, KNOWN_TO } from '#lib/hap/pools/shoot.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { FieldValue, SearchField } from '#lib/search/field.ts'
import type { ReadField } from '#lib/search/match.ts'
import { UNKNOWN } from '#lib/search/shoot-terms.ts'
import type { Compare, ListShape } from '../list-window.ts'
import type { Cluster } from './cluster.ts'
import { errorTexts, operationTexts, withEachWord } from './shown-words.ts'

/** What the list of shoots can be searched by. Free words look for names and global accounts. */
export const SHOOT_FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'part of the name' },
  { name: 'ga', kind: 'text', prefix: true, description: 'global account' },
  { name: 'subaccount', kind: 'enum', description: 'subaccount, the whole id' },
  { name: 'plan', kind: 'enum', description: 'plan, or unknown' },
  { name: 'type', kind: 'enum', description: 'hyperscaler type of its binding' },
  { name: 'provider', kind: 'enum', description: 'provider type of Gardener' },
  { name: 'region', kind: 'enum', description: 'hyperscaler region, or unknown' },
  { name: 'pr', kind: 'enum', description: 'platform region, or unknown' },
  { name: 'pool', kind: 'enum', description: 'pool its account is in' },
  { name: 'binding', kind: 'enum', description: 'name of its binding' },
  { name: 'account', kind: 'enum', description: 'name of the Secret or WorkloadIdentity' },
  { name: 'runtime', kind: 'enum', description: 'runtime id' },
  { name: 'known', kind: 'enum', values: KNOWN_TO, description: 'known to Gardener, the database or both' },
  { name: 'operation', kind: 'enum', description: 'type, state or words of the last operation' },
  { name: 'error', kind: 'enum', description: 'error code, words of it, or infrastructure for any such error' },
  { name: 'hibernated', kind: 'boolean', description: 'hibernated' },
  { name: 'deleting', kind: 'boolean', description: 'being deleted' },
]

/** Behind every name a cluster can have. */
const UNNAMED = '\uffff'

/** The order of the list by itself; what nobody named yet stands last. */
export const byName: Compare<Cluster> = (a, b) =>
  compareText(a.name ?? UNNAMED, b.name ?? UNNAMED) || compareText(idOf(a), idOf(b))

export const SHOOT_LIST: ListShape<Cluster> = {
  fields: SHOOT_FIELDS,
  read: readCluster,
  orders: {
    name: byName,
    ga: (a, b) => compareText(a.globalAccount ?? '', b.globalAccount ?? ''),
    plan: (a, b) => compareText(a.plan ?? '', b.plan ?? ''),
    type: (a, b) => compareText(typeOf(a), typeOf(b)),
    region: (a, b) => compareText(a.region, b.region),
    binding: (a, b) => compareText(bindingOf(a), bindingOf(b)),
    account: (a, b) => compareText(a.account ?? '', b.account ?? ''),
    known: (a, b) => KNOWN_TO.indexOf(a.known ?? 'both') - KNOWN_TO.indexOf(b.known ?? 'both'),
    // What fails stands first.
    operation: (a, b) =>
      troubleOf(a) - troubleOf(b) || compareText(stateOf(a), stateOf(b)) || compareText(operationOf(a), operationOf(b)),
    when: (a, b) => compareText(a.at ?? '', b.at ?? ''),
  },
  defaultSort: 'name',
  comesBy: 'name',
  tie: byName,
  lacks: {
    name: ({ name }) => name === null,
    ga: ({ globalAccount }) => globalAccount === null,
    plan: ({ plan }) => plan === null,
    region: ({ region }) => region === '',
    binding: cluster => bindingOf(cluster) === '',
    account: ({ account }) => account === null,
    when: ({ at }) => at === null,
  },
}

function bindingOf({ shoot, claim }: Cluster): string {
  return (shoot ?? claim)?.binding?.name ?? ''
}

function idOf({ shoot, claim }: Cluster): string {
  return shoot?.namespace ?? claim?.id ?? ''
}

/** Its hyperscaler type; without one what Gardener calls the provider, as the column shows it. */
function typeOf({ pool, provider }: Cluster): string {
  return pool?.hyperscalerType ?? provider
}

function troubleOf({ shoot }: Cluster): number {
  return shoot && shoot.errorCodes.length > 0 ? 0 : 1
}

function stateOf({ shoot, claim }: Cluster): string {
  return (shoot ? shoot.lastOperation?.state : claim?.status) ?? ''
}

function operationOf({ shoot }: Cluster): string {
  return shoot?.lastOperation?.type ?? ''
}

function readCluster(cluster: Cluster): ReadField {
  return name => readShoot(cluster, name)
}

/** What a field of the search says of a cluster; null for nothing, and for a field there is not. */
export function readShoot(cluster: Cluster, field: string): FieldValue {
  return READERS[field]?.(cluster) ?? null
}

const READERS: Readonly<Record<string, (cluster: Cluster) => FieldValue>> = {
  name: ({ name }) => name,
  ga: ({ globalAccount }) => globalAccount,
  subaccount: ({ shoot }) => shoot?.subaccount ?? null,
  plan: ({ plan }) => plan ?? UNKNOWN,
  type: ({ pool }) => pool?.hyperscalerType ?? null,
  provider: ({ provider }) => provider,
  region: ({ region }) => region || UNKNOWN,
  pr: ({ platformRegion }) => platformRegion ?? UNKNOWN,
  pool: ({ pools }) => pools,
  binding: ({ bindingNames }) => bindingNames,
  account: ({ account }) => (account === null ? null : [account, account.slice(account.lastIndexOf('/') + 1)]),
  runtime: ({ shoot }) => shoot?.runtimeId ?? null,
  known: ({ known }) => known,
  operation: cluster => withEachWord(operationTexts(cluster)),
  error: cluster => {
    const words = withEachWord(errorTexts(cluster))
    const { shoot } = cluster
    return shoot && infrastructureErrors(shoot).length > 0 ? [...words, INFRASTRUCTURE] : words
  },
  hibernated: ({ shoot }) => shoot?.hibernated ?? null,
  deleting: ({ shoot }) => shoot && shoot.deletedAt !== null,
}
