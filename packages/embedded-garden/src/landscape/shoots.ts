import type { ErrorCode } from '#embedded-garden/shoot-life/account-errors.ts'
import type { AccountPlan, BindingPlan } from './accounts.ts'
import type { Blueprint, PoolPlan, Provider } from './blueprint.ts'
import { looseShoots } from './clusters.ts'
import { isSharedPool } from './labels.ts'
import { DAY, HOUR, MINUTE } from './place.ts'
import { createRandom, type Random } from './random.ts'
import { subaccountsOf, type Tenants } from './tenants.ts'

export type ShootCondition = 'healthy' | 'progressing' | 'creating' | 'error' | 'hibernated' | 'waking' | 'deleting'

/** A shoot as the landscape plans it. Times are epoch milliseconds. */
export interface ShootPlan {
  readonly name: string
  readonly uid: string
  readonly globalAccount: string
  readonly subaccount: string
  readonly runtimeId: string
  /** Pool of its account. */
  readonly pool: PoolPlan
  readonly provider: Provider
  readonly region: string
  /** Null for a shoot without workers. */
  readonly binding: Pick<BindingPlan, 'kind' | 'name'> | null
  readonly kubernetes: string
  readonly purpose: 'production' | 'development' | 'evaluation'
  readonly condition: ShootCondition
  readonly errorCode: ErrorCode | null
  readonly createdAt: number
  readonly reconciledAt: number
}

interface Context {
  readonly blueprint: Blueprint
  readonly tenants: Tenants
  readonly seed: number
  readonly at: number
}

/** Yields every shoot of the landscape, account by account. */
export function* planShoots(accounts: readonly AccountPlan[], context: Context): Generator<ShootPlan> {
  const { seed, tenants, blueprint } = context
  const random = createRandom(seed, 'shoots')
  const name = uniqueNames(random)
  const troubles = planTroubles(accounts, random)
  for (const account of accounts) {
    const trouble = troubles.get(account)
    const guests = isSharedPool(account.pool) ? tenants.sharing : tenants.dedicated
    for (let i = 0; i < account.clusters; i++) {
      const globalAccount = account.owner ?? random.pick(guests)
      const binding = account.bindings[i % account.bindings.length] ?? null
      const errorCode = trouble !== undefined && random.chance(trouble.share) ? trouble.code : null
      yield drawShoot(
        { name: name(), globalAccount, pool: account.pool, binding, errorCode, since: account.since },
        context,
        random,
      )
    }
  }
  yield* planLoose(looseShoots(blueprint), name, context, random)
}

function* planLoose(
  loose: { workerless: number; orphans: number },
  name: () => string,
  context: Context,
  random: Random,
): Generator<ShootPlan> {
  const pool = context.blueprint.pools[0]
  if (!pool) return
  for (let i = 0; i < loose.workerless + loose.orphans; i++) {
    const binding =
      i < loose.workerless ? null : ({ kind: 'CredentialsBinding', name: 'sap-aws-skr-cust-removed' } as const)
    const globalAccount = random.pick(context.tenants.dedicated)
    const since = context.at - 400 * DAY
    yield drawShoot({ name: name(), globalAccount, pool, binding, errorCode: null, since }, context, random)
  }
}

interface Given {
  readonly name: string
  readonly globalAccount: string
  readonly pool: PoolPlan
  readonly binding: Pick<BindingPlan, 'kind' | 'name'> | null
  readonly errorCode: ErrorCode | null
  readonly since: number
}

function drawShoot(given: Given, { seed, at }: Context, random: Random): ShootPlan {
  const { name, globalAccount, pool, binding, errorCode } = given
  const condition = errorCode === null ? drawCondition(pool, random) : 'error'
  const age =
    condition === 'creating'
      ? random.int(2, 14) * MINUTE
      : Math.max(DAY, Math.round(random.next() * (at - given.since)))
  const busy = condition === 'progressing' || condition === 'creating' || condition === 'deleting'
  return {
    name,
    uid: random.uuid(),
    globalAccount,
    subaccount: random.pick(subaccountsOf(globalAccount, seed)),
    runtimeId: random.uuid(),
    pool,
    provider: pool.provider,
    region: random.pick(pool.regions),
    binding: binding === null ? null : { kind: binding.kind, name: binding.name },
    // SecretBindings serve Kubernetes below 1.34 only (Gardener).
    kubernetes: random.pick(
      binding?.kind === 'SecretBinding' ? ['1.33.11', '1.32.13'] : ['1.34.7', '1.34.7', '1.33.11'],
    ),
    purpose: pool.nickname === 'trial' ? 'evaluation' : random.pick(['production', 'production', 'development']),
    condition,
    errorCode,
    createdAt: at - age,
    reconciledAt: busy
      ? at - random.int(1, 9) * MINUTE
      : Math.max(at - age, at - random.int(0, 23) * HOUR - random.int(1, 59) * MINUTE),
  }
}

function drawCondition(pool: PoolPlan, random: Random): ShootCondition {
  const draw = random.next()
  if (draw < (pool.nickname === 'trial' ? 0.35 : 0.03)) return 'hibernated'
  if (draw > 0.995) return 'waking'
  if (draw > 0.985) return 'deleting'
  if (draw > 0.98) return 'creating'
  return draw > 0.96 ? 'progressing' : 'healthy'
}

function uniqueNames(random: Random): () => string {
  const used = new Set<string>()
  return () => {
    for (;;) {
      const name = `c-${random.hex(7)}`
      if (used.has(name)) continue
      used.add(name)
      return name
    }
  }
}

interface Trouble {
  readonly code: ErrorCode
  /** Share of the account's shoots with this error. */
  readonly share: number
}

const BY_SIZE: Readonly<Record<number, Trouble>> = {
  0: { code: 'ERR_INFRA_RATE_LIMITS_EXCEEDED', share: 0.06 },
  2: { code: 'ERR_INFRA_QUOTA_EXCEEDED', share: 0.2 },
  7: { code: 'ERR_INFRA_UNAUTHORIZED', share: 1 },
  9: { code: 'ERR_INFRA_RESOURCES_DEPLETED', share: 0.5 },
  11: { code: 'ERR_INFRA_QUOTA_EXCEEDED', share: 0.6 },
}

/**
 * Plans the errors of accounts. As in production, errors come in groups (a full account, a revoked key, a region
 * without machines), and a few shoots are misconfigured.
 */
function planTroubles(accounts: readonly AccountPlan[], random: Random): ReadonlyMap<AccountPlan, Trouble> {
  const troubles = new Map<AccountPlan, Trouble>()
  const dedicated = accounts.filter(each => each.state === 'claimed').sort((a, b) => b.clusters - a.clusters)
  for (const [rank, account] of dedicated.entries()) {
    const trouble =
      BY_SIZE[rank] ?? (random.chance(0.01) ? ({ code: 'ERR_CONFIGURATION_PROBLEM', share: 0.3 } as const) : null)
    if (trouble !== null) troubles.set(account, trouble)
  }
  return troubles
}
