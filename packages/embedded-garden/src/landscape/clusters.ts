import type { AccountPlan } from './accounts.ts'
import type { Blueprint } from './blueprint.ts'
import { createRandom, type Random } from './random.ts'

/** Shoots that belong to no account: without workers, or on a binding that does not exist. */
interface LooseShoots {
  readonly workerless: number
  readonly orphans: number
}

export function looseShoots({ shoots }: Blueprint): LooseShoots {
  if (shoots === 0) return { workerless: 0, orphans: 0 }
  return { workerless: Math.max(1, Math.round(shoots / 500)), orphans: 1 }
}

/** Sets the numbers of clusters, which together with the loose shoots equal the blueprint's number of shoots. */
export function drawClusters(accounts: readonly AccountPlan[], blueprint: Blueprint, seed: number): AccountPlan[] {
  const random = createRandom(seed, 'clusters per account')
  const counts = accounts.map(account => account.clusters)
  const give = (which: readonly number[], count: (index: number) => number) => {
    for (const index of which) counts[index] = count(index)
  }
  const where = (test: (account: AccountPlan) => boolean) =>
    accounts.flatMap((account, i) => (test(account) ? [i] : []))

  give(
    where(each => each.state === 'internal'),
    () => random.int(1, 4),
  )
  give(
    where(each => each.state === 'terminating'),
    () => 2,
  )
  give(
    where(each => each.state === 'held' && each.owner !== null),
    () => random.int(1, 3),
  )
  // Three mistakes for the findings: clusters on a malformed, a dirty and a free account.
  give(where(each => each.state === 'malformed').slice(0, 1), () => 2)
  give(where(each => each.state === 'dirty').slice(0, 1), () => 1)
  give(where(each => each.state === 'free').slice(0, 1), () => 1)
  for (const pool of blueprint.pools) {
    const shared = where(each => each.pool === pool && each.bindings[0]?.labels.shared === 'true')
    for (let shoot = 0; shoot < pool.sharedShoots; shoot++) {
      const index = shared[shoot % shared.length] ?? 0
      counts[index] = (counts[index] ?? 0) + 1
    }
  }

  const open = where(each => each.state === 'claimed' && each.clusters === 0)
  const idle = open.filter(index => isOnlyCredentialsBinding(accounts[index])).slice(0, blueprint.idle ?? 0)
  const drawn = open.filter(index => !idle.includes(index))
  give(drawn, () => longTail(random))
  const { workerless, orphans } = looseShoots(blueprint)
  const total = counts.reduce((sum, count) => sum + count, 0) + workerless + orphans
  spread(blueprint.shoots - total, counts, drawn, random)
  return accounts.map((account, i) => ({ ...account, clusters: counts[i] ?? 0 }))
}

function isOnlyCredentialsBinding(account: AccountPlan | undefined): boolean {
  return account?.bindings.length === 1 && account.bindings[0]?.kind === 'CredentialsBinding'
}

/** Most tenants have one to five clusters, a few have dozens, and some have none. */
function longTail(random: Random): number {
  const draw = random.next()
  if (draw < 0.015) return 0
  if (draw < 0.36) return 1
  if (draw < 0.78) return random.int(2, 5)
  if (draw < 0.95) return random.int(3, 9)
  return random.int(10, 40)
}

/** Adds or removes single clusters until `missing` is 0; removal leaves at least 1 per entry. */
function spread(missing: number, counts: number[], among: readonly number[], random: Random): void {
  const step = Math.sign(missing)
  const open = () => among.filter(index => step > 0 || (counts[index] ?? 0) > 1)
  for (let left = Math.abs(missing), able = open(); left > 0 && able.length > 0; able = open()) {
    for (const index of random.shuffled(able).slice(0, left)) {
      counts[index] = (counts[index] ?? 0) + step
      left--
    }
  }
}
