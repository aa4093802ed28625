import {
  type Blueprint,
  type Duplicate,
  type MalformedPlan,
  type PlannedState,
  type PoolPlan,
  poolName,
} from './blueprint.ts'
import { ageInState, annotationsFor, type HapKeys, isDirty, labelsFor } from './labels.ts'
import { DAY } from './place.ts'
import { createRandom, type Random } from './random.ts'
import { type Owner, planOwners, type Tenants } from './tenants.ts'

/** A hyperscaler account as the landscape plans it, before any manifest is written. */
export interface AccountPlan {
  readonly pool: PoolPlan
  readonly name: string
  readonly state: PlannedState | 'malformed'
  readonly credential: 'Secret' | 'WorkloadIdentity'
  /** Epoch milliseconds. */
  readonly createdAt: number
  /** Epoch milliseconds at which the account entered its state. */
  readonly since: number
  /** The global account with clusters on it; null for shared accounts and those without an owner. */
  readonly owner: string | null
  readonly bindings: readonly BindingPlan[]
  /** Number of shoots on it. */
  readonly clusters: number
}

export interface BindingPlan {
  readonly kind: 'CredentialsBinding' | 'SecretBinding'
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly createdAt: number
  readonly deletedAt: number | null
}

interface Context {
  readonly seed: number
  readonly at: number
  readonly tenants: Tenants
  readonly keys: HapKeys
}

/** Age from which bindings are mostly SecretBindings (deprecated by Gardener since v1.127). */
const SECRETBINDING_AGE = 800 * DAY

/** Every account of the blueprint, pool by pool, oldest first. drawClusters() sets their numbers of clusters. */
export function planAccounts(blueprint: Blueprint, context: Context): AccountPlan[] {
  const accounts: AccountPlan[] = []
  for (const pool of blueprint.pools) accounts.push(...planPool(pool, blueprint, context))
  const random = createRandom(context.seed, 'duplicates')
  const first = blueprint.pools[0]
  const candidates = accounts.filter(each => each.pool === first && each.state === 'claimed' && each.clusters === 0)
  const chosen = random.shuffled(candidates)
  blueprint.duplicates.forEach((duplicate, i) => {
    const account = chosen[i]
    if (account) accounts[accounts.indexOf(account)] = withSecondBinding(account, duplicate, context, random)
  })
  blueprint.malformed.forEach((plan, i) => {
    accounts.push(malformedAccount(plan, i, blueprint, context))
  })
  return accounts
}

function planPool(pool: PoolPlan, blueprint: Blueprint, { seed, at, tenants, keys }: Context): AccountPlan[] {
  const random = createRandom(seed, `accounts of ${poolName(pool)}`)
  const owners = planOwners(pool, blueprint, tenants, random)
  const states = random.shuffled(statesOf(pool))
  const births = states.map(() => at - Math.round(10 * DAY + random.next() ** 1.6 * 1700 * DAY)).sort((a, b) => a - b)
  return states.map((state, i) => {
    const createdAt = births[i] ?? at
    const owner = currentOwner(state, owners) ?? formerOwner(state, tenants, random)
    const since = Math.max(createdAt, at - ageInState(state, random))
    const labels = labelsFor(pool, state, owner?.globalAccount ?? null, keys)
    const annotations = annotationsFor(state, { since, at, keys }, random)
    // The newest account of gcp uses a WorkloadIdentity, which replaces Secrets.
    const keyless = (i === states.length - 1 && pool.hyperscalerType === 'gcp') || random.chance(0.03)
    const old = at - createdAt > SECRETBINDING_AGE && random.chance(0.7)
    const kind = old && !keyless ? 'SecretBinding' : 'CredentialsBinding'
    const name = accountName(pool, i + 1)
    const credential = keyless ? 'WorkloadIdentity' : 'Secret'
    const deletedAt = state === 'terminating' ? since : null
    const binding: BindingPlan = { kind, name, labels, annotations, createdAt, deletedAt }
    const clusters = owner?.clusters ?? 0
    return {
      pool,
      name,
      state,
      credential,
      createdAt,
      since,
      owner: ownerOf(state, owner),
      bindings: [binding],
      clusters,
    }
  })
}

function statesOf(pool: PoolPlan): PlannedState[] {
  return Object.entries(pool.accounts).flatMap(([state, count]) =>
    Array.from({ length: count }, () => state as PlannedState),
  )
}

/** Claimed accounts get owners from the end of the list, which holds those of the stories; terminating accounts from the start. */
function currentOwner(state: PlannedState, owners: Owner[]): Owner | null {
  if (state === 'claimed') return owners.pop() ?? null
  return state === 'terminating' ? (owners.shift() ?? null) : null
}

/** The previous owner of a dirty account; its label stays until the account is clean (seed 001). */
function formerOwner(state: PlannedState, tenants: Tenants, random: Random): Owner | null {
  if (!isDirty(state) && !(state === 'held' && random.chance(0.5))) return null
  return { globalAccount: random.pick(tenants.dedicated), clusters: 0 }
}

function ownerOf(state: PlannedState, owner: Owner | null): string | null {
  return state === 'claimed' || state === 'terminating' || state === 'held' ? (owner?.globalAccount ?? null) : null
}

function accountName(pool: PoolPlan, number: number): string {
  return `sap-${pool.provider}-skr-${pool.nickname}-${String(number).padStart(5, '0')}`
}

function withSecondBinding(
  account: AccountPlan,
  duplicate: Duplicate,
  { at, keys }: Context,
  random: Random,
): AccountPlan {
  const [first] = account.bindings
  if (!first) return account
  const createdAt = Math.min(at - DAY, account.createdAt + random.int(5, 40) * DAY)
  const main: BindingPlan = { ...first, kind: 'CredentialsBinding' }
  const second = ((): BindingPlan => {
    switch (duplicate) {
      case 'secretbinding-of-same-name':
        return { ...first, kind: 'SecretBinding' }
      case 'secretbinding-of-other-name':
        return { ...first, kind: 'SecretBinding', name: `${account.name}-legacy` }
      case 'free-credentialsbinding':
        return {
          ...main,
          name: `${account.name}-b`,
          createdAt,
          labels: labelsFor(account.pool, 'free', null, keys),
          annotations: {},
        }
    }
  })()
  return { ...account, credential: 'Secret', bindings: [main, second] }
}

function malformedAccount(
  plan: MalformedPlan,
  index: number,
  blueprint: Blueprint,
  { seed, at }: Context,
): AccountPlan {
  const pool = blueprint.pools.find(each => poolName(each) === plan.pool)
  if (!pool) throw new RangeError(`the blueprint has no pool ${plan.pool}`)
  const random = createRandom(seed, `malformed ${index}`)
  const createdAt = at - random.int(100, 900) * DAY
  const name = accountName(pool, 90_001 + index)
  const binding: BindingPlan = {
    kind: index % 2 === 0 ? 'CredentialsBinding' : 'SecretBinding',
    name,
    labels: plan.labels,
    annotations: {},
    createdAt,
    deletedAt: null,
  }
  const since = at - random.int(1, 60) * DAY
  return {
    pool,
    name,
    state: 'malformed',
    credential: 'Secret',
    createdAt,
    since,
    owner: null,
    bindings: [binding],
    clusters: 0,
  }
}
