import { z } from 'zod'

/** Existing names on a console, for path segments and fields of a body; empty for unknown parameters. */
export interface Known {
  /** Values for all path segments together: those of one object. */
  places(address: string): readonly Readonly<Record<string, string>>[]
  /** Values for a field of a body. */
  texts(field: string): readonly string[]
}

/** Sends a request; returns the response as JSON. */
type Ask = (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
) => Promise<unknown>

const Id = z.object({ id: z.string() })
const Names = z.object({ rows: z.array(z.object({ name: z.string() })) })
const Bindings = z.object({ rows: z.array(z.object({ kind: z.string(), name: z.string() })) })
const Pools = z.object({ groups: z.array(z.object({ pools: z.array(z.object({ key: z.string() })) })) })
const Accounts = z.object({ rows: z.array(Id) })
const Sessions = z.object({ alive: z.array(Id) })
const Rules = z.object({ number: z.number(), text: z.string() })

const SAID = { reason: 'to have one' }

/** Creates one object of each kind that a new console lacks, and returns the names of all. */
export async function knownNames(ask: Ask): Promise<Known> {
  const { number, text } = Rules.parse(await ask('GET', '/api/v1/rules'))
  await ask('PUT', '/api/v1/rules', { document: text, ...SAID }, { 'if-match': `"${number}"` })
  const key = { 'idempotency-key': 'of-the-fuzz' }
  const claim = Id.parse(await ask('POST', '/api/v1/claims', { plan: 'aws', globalAccount: 'ga-fuzz' }, key))
  const link = Id.parse(await ask('POST', '/api/v1/simulator/links', { state: 'plan=aws' }))
  const view = Id.parse(
    await ask('POST', '/api/v1/views', { page: 'bindings', name: `fuzz ${Date.now()}`, query: 'q=type:aws' }),
  )
  await ask('POST', '/api/v1/operators/clusters', { name: CLUSTER, ...SAID, spec: CLUSTER_ORDER })
  await ask('POST', '/api/v1/operators/subscription-requests', { name: 'fuzz', ...SAID, spec: SUBSCRIPTION_ORDER })
  await ask('POST', '/api/v1/operators/kubeconfigs', { name: 'fuzz', ...SAID, spec: ACCESS_ORDER })
  const { rows: bindings } = Bindings.parse(await ask('GET', '/api/v1/bindings?limit=30'))
  const seen = bindings.slice(0, 1).map(binding => ({ ...binding, seenVersion: '1' }))
  const job = Id.parse(await ask('POST', '/api/v1/jobs', { action: 'hold', targets: seen, ...SAID }, key))
  const accounts = Accounts.parse(await ask('GET', '/api/v1/global-accounts?limit=5')).rows
  const pools = Pools.parse(await ask('GET', '/api/v1/pools')).groups.flatMap(group => group.pools)
  const { alive: sessions } = Sessions.parse(await ask('GET', '/api/v1/sessions'))
  const namesOf = async (what: string) => Names.parse(await ask('GET', `/api/v1/operators/${what}?limit=5`)).rows
  const places: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
    bindings,
    pools: pools.slice(0, 5),
    'global-accounts': accounts,
    claims: [claim],
    jobs: [job],
    views: [view],
    sessions: sessions.slice(0, 1),
    simulator: [link],
    audit: [{ seq: '1' }, { seq: '2' }],
    rules: [{ number: '1' }],
    clusters: await namesOf('clusters'),
    'subscription-requests': await namesOf('subscription-requests'),
    kubeconfigs: await namesOf('kubeconfigs'),
  }
  const texts: Readonly<Record<string, readonly string[]>> = {
    text: [text],
    document: [text],
    plan: ['aws', 'azure'],
    provider: ['aws', 'azure'],
    imported: ['cluster,plan,platform_region\nfuzz,aws,cf-eu11\n'],
  }
  return {
    places: address => {
      const [, , , section = '', sub = ''] = address.split('/')
      return places[section === 'operators' ? sub : section] ?? []
    },
    texts: field => texts[field] ?? [],
  }
}

const CLUSTER = 'fuzz'

/** A Cluster that the operators can create. */
export const CLUSTER_ORDER = {
  core: { region: 'eu-central-1' },
  infrastructure: {
    provider: 'aws',
    machineType: 'm6i.large',
    autoScalerMin: 1,
    autoScalerMax: 2,
    numberOfZones: 1,
    subscriptionSelector: 'globalaccount:ga-fuzz',
  },
}

export const SUBSCRIPTION_ORDER = { provider: 'aws', subscriptionSelector: 'globalaccount:ga-fuzz' }

/** Access to that Cluster. */
export const ACCESS_ORDER = {
  cluster: CLUSTER,
  clusterRole: { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] },
  expiration: 600,
}
