import { epochOf } from '#lib/hap/lifecycle/epoch.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { FOREIGN_MARK, type StressPool } from './pools.ts'
import type { Version } from './witness.ts'

/** A claim that was acknowledged, as its client knows it. */
export interface Acknowledged {
  readonly key: string
  readonly id: string
  readonly tenant: string
  readonly pool: StressPool
  readonly account: string
  readonly binding: string
  readonly epoch: number
  /** Milliseconds when its release was asked for; null when it was not. */
  releasedAt: number | null
}

/** A claim as the database has it at the end. */
export interface FinalClaim {
  readonly id: string
  readonly key: string
  readonly status: string
  readonly tenant: string
  readonly account: string | null
  readonly binding: string | null
}

interface History {
  /** Every version of every binding, in order. */
  readonly versions: readonly Version[]
  readonly acknowledged: readonly Acknowledged[]
  readonly claims: readonly FinalClaim[]
  /** Global accounts that may own several accounts. */
  readonly allowed: readonly string[]
  readonly limit: number
  /** Clusters that were left on their account. */
  readonly left: readonly LeftCluster[]
  /** Clusters that somebody put on an account without a claim. */
  readonly foreign: readonly ForeignCluster[]
}

/** A cluster that was there the whole time from one moment to another, in milliseconds. */
export interface LeftCluster {
  readonly binding: string
  readonly from: number
  readonly until: number
}

/** A cluster of a tenant that runs to the end; everybody knows of it from a moment on, in milliseconds. */
export interface ForeignCluster {
  readonly binding: string
  readonly tenant: string
  readonly shownAt: number
}

export interface Violation {
  readonly kind: string
  readonly detail: string
}

/** Judges a history: each account is a register of its owner, each tenant a set of accounts. */
export function violationsIn(history: History): readonly Violation[] {
  return [
    ...ownerViolations(history),
    ...tenantViolations(history),
    ...selectionViolations(history),
    ...cleanedInUse(history),
    ...givenInForeignUse(history),
    ...lostClaims(history),
    ...replayViolations(history),
    ...leaks(history),
    ...limitViolations(history),
  ]
}

const stateOf = (binding: Binding) => ({
  ...readLabels(binding.kind, binding.labels),
  account: accountKey(binding.account),
  epoch: epochOf(binding),
  selectedBy: binding.annotations[ANNOTATIONS.selectedBy] ?? null,
  /** What somebody else wrote last. */
  mark: binding.labels[FOREIGN_MARK] ?? null,
})

type Versions = ReadonlyMap<string, readonly Version[]>

function byBinding({ versions }: History): Versions {
  return Map.groupBy(versions, ({ name }) => name)
}

/** An owner goes only when the account was given back and cleaned; and two bindings of one account have one owner. */
function ownerViolations(history: History): Violation[] {
  const found: Violation[] = []
  for (const [name, versions] of byBinding(history)) {
    let before: ReturnType<typeof stateOf> | null = null
    for (const version of versions) {
      const now = stateOf(version)
      if (before?.tenantName != null && now.tenantName !== before.tenantName && before.dirty === null)
        found.push({ kind: 'two owners', detail: `${name} went from ${before.tenantName} to ${now.tenantName}` })
      if (before !== null && now.epoch < before.epoch)
        found.push({ kind: 'epoch went back', detail: `${name} from ${before.epoch} to ${now.epoch}` })
      before = now
    }
  }
  const owners = new Map<string, Map<string, string>>()
  for (const version of history.versions) {
    const { account, tenantName } = stateOf(version)
    const bindings = owners.get(account) ?? new Map<string, string>()
    owners.set(account, bindings)
    if (tenantName === null) bindings.delete(version.name)
    else bindings.set(version.name, tenantName)
    if (new Set(bindings.values()).size > 1)
      found.push({ kind: 'two owners', detail: `${account}: ${[...new Set(bindings.values())].join()}` })
  }
  return found
}

/** At no moment does a tenant off the allowlist own two accounts of one type and EU flag that are not dirty. */
function tenantViolations({ versions, allowed }: History): Violation[] {
  const found: Violation[] = []
  const owned = new Map<string, Set<string>>()
  const owner = new Map<string, string>()
  for (const version of versions) {
    const { account, tenantName, dirty, hyperscalerType, euAccess } = stateOf(version)
    const before = owner.get(version.name)
    if (before !== undefined) owned.get(before)?.delete(account)
    owner.delete(version.name)
    if (tenantName === null || dirty !== null) continue
    const slot = `${tenantName} in ${hyperscalerType}${euAccess ? ' eu' : ''}`
    const accounts = owned.get(slot) ?? new Set<string>()
    owned.set(slot, accounts.add(account))
    owner.set(version.name, slot)
    if (accounts.size > 1 && !allowed.includes(tenantName))
      found.push({ kind: 'two accounts', detail: `${slot}: ${[...accounts].join()}` })
  }
  return found
}

/** What is dirty is not selected; and we make it dirty or clean only when every claim selected before was given back. */
function selectionViolations(history: History): Violation[] {
  const found: Violation[] = []
  const claims = Map.groupBy(history.acknowledged, ({ binding }) => binding)
  for (const [name, versions] of byBinding(history)) {
    let before: ReturnType<typeof stateOf> | null = null
    for (const version of versions) {
      const now = stateOf(version)
      if (now.dirty !== null && now.selectedBy !== null && before && now.selectedBy !== before.selectedBy)
        found.push({ kind: 'dirty selected', detail: `${name} by ${now.selectedBy}` })
      const isForeign = now.mark !== (before?.mark ?? null)
      if (before && !isForeign && (before.dirty === null) !== (now.dirty === null)) {
        const held = (claims.get(name) ?? []).filter(
          ({ epoch, releasedAt, pool }) =>
            pool !== 'shared' && epoch < now.epoch && (releasedAt === null || releasedAt > version.seenAt),
        )
        if (held.length > 0)
          found.push({
            kind: now.dirty === null ? 'cleaned while claimed' : 'dirty while claimed',
            detail: `${name} with ${held.map(({ id }) => id).join()}`,
          })
      }
      before = now
    }
  }
  return found
}

/** What a cluster runs on is not cleaned. */
function cleanedInUse(history: History): Violation[] {
  const left = Map.groupBy(history.left, ({ binding }) => binding)
  return [...byBinding(history)].flatMap(([name, versions]) =>
    versions.flatMap((version, n) => {
      const before = versions[n - 1]
      if (!before || stateOf(before).dirty === null || stateOf(version).dirty !== null) return []
      // Whoever cleans has looked before; what the watch tells comes a moment after the write.
      const inUse = left.get(name)?.some(({ from, until }) => before.seenAt > from && version.seenAt < until)
      return inUse ? [{ kind: 'cleaned with a cluster', detail: name }] : []
    }),
  )
}

/** A free account that a cluster of somebody else runs on is not given to a tenant off the allowlist. */
function givenInForeignUse(history: History): Violation[] {
  const foreign = Map.groupBy(history.foreign, ({ binding }) => binding)
  const acknowledged = new Set(history.acknowledged.map(({ id }) => id))
  return [...byBinding(history)].flatMap(([name, versions]) =>
    versions.flatMap((version, n) => {
      const before = versions[n - 1]
      const { tenantName, selectedBy } = stateOf(version)
      if (!before || stateOf(before).tenantName !== null || tenantName === null) return []
      if (history.allowed.includes(tenantName) || selectedBy === null || !acknowledged.has(selectedBy)) return []
      const others = foreign
        .get(name)
        ?.filter(({ tenant, shownAt }) => tenant !== tenantName && shownAt < version.seenAt)
      return others?.length ? [{ kind: 'given with a shoot of somebody else', detail: `${name} to ${tenantName}` }] : []
    }),
  )
}

/** What was acknowledged and not given back is in the database, and its binding says so. */
function lostClaims(history: History): Violation[] {
  const rows = new Map(history.claims.map(claim => [claim.id, claim]))
  const last = new Map(history.versions.map(version => [version.name, stateOf(version)]))
  return history.acknowledged.flatMap(({ id, tenant, pool, account, binding, releasedAt }) => {
    if (releasedAt !== null) return []
    const row = rows.get(id)
    const label = last.get(binding)
    const isKept = (row?.status === 'reserved' || row?.status === 'active') && row.account === account
    const isShown = label?.dirty === null && (pool === 'shared' ? label.shared === 'true' : label.tenantName === tenant)
    return isKept && isShown
      ? []
      : [{ kind: 'lost', detail: `${id} is ${row?.status}, ${binding} of ${label?.tenantName}` }]
  })
}

/** A key has one claim with one account, however often it was asked for. */
function replayViolations({ acknowledged, claims }: History): Violation[] {
  const found: Violation[] = []
  for (const [key, answers] of Map.groupBy(acknowledged, answer => answer.key))
    if (new Set(answers.map(({ id, account }) => `${id} ${account}`)).size > 1)
      found.push({ kind: 'replay', detail: key })
  for (const [key, rows] of Map.groupBy(claims, claim => claim.key))
    if (rows.length > 1) found.push({ kind: 'replay', detail: `${rows.length} claims of ${key}` })
  return found
}

/** A binding that belongs to somebody has a claim that says why, and no claim is left half done. */
function leaks({ versions, claims }: History): Violation[] {
  const found: Violation[] = []
  const withClaim = new Set(
    claims.flatMap(({ status, binding, tenant }) => (status === 'failed' ? [] : [`${binding} ${tenant}`])),
  )
  for (const [name, state] of new Map(versions.map(version => [version.name, stateOf(version)]))) {
    if (state.tenantName === null || state.dirty !== null || state.selectedBy === null) continue
    if (!withClaim.has(`${name} ${state.tenantName}`))
      found.push({ kind: 'leak', detail: `${name} of ${state.tenantName} has no claim` })
  }
  for (const { id, status } of claims)
    if (status === 'pending' || status === 'intent') found.push({ kind: 'unfinished', detail: `${id} is ${status}` })
  return found
}

/** Clusters of an account whose tenant is on the allowlist. */
function limitViolations({ claims, allowed, limit }: History): Violation[] {
  const open = claims.filter(
    ({ status, tenant }) => ['intent', 'reserved', 'active'].includes(status) && allowed.includes(tenant),
  )
  return [...Map.groupBy(open, ({ account }) => account ?? '')].flatMap(([account, on]) =>
    on.length > limit ? [{ kind: 'over the limit', detail: `${account}: ${on.length}` }] : [],
  )
}
