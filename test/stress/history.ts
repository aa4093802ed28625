import { byBinding, type Finding, type History, stateOf, type Violation } from './history-facts.ts'
import { ownerKept } from './owner-kept.ts'

/** The checks with their cases. */
const CHECKS = {
  /** Versions of an account that had an owner before. */
  owner: ownerKept,
  /** Slots of tenants that are not on the allowlist and owned an account. */
  'one account': oneAccountEach,
  /** Selections that bindings show. */
  selection: nothingDirtySelected,
  /** Accounts that the console marked dirty, and those that it cleaned. */
  dirtied: history => keptInUse(history, 'dirtied'),
  cleaned: history => keptInUse(history, 'cleaned'),
  /** Marks and cleanings by actions. */
  done: doneInUse,
  /** Clusters that remained on an account while it was dirty. */
  left: cleanedInUse,
  /** Assignments of free accounts while clusters of other tenants were visible on other free ones. */
  foreign: givenInForeignUse,
  /** Claims that were acknowledged and not released. */
  kept: lostClaims,
  /** Keys with more than one response. */
  replayed: replayViolations,
  /** Claims, and bindings with an owner, at the end. */
  ended: leaks,
  /** Accounts of tenants on the allowlist that reached the limit. */
  full: limitViolations,
} as const satisfies Readonly<Record<string, (history: History) => Finding>>

type Check = keyof typeof CHECKS

/** Number of cases of each check. */
export type Looked = Readonly<Record<Check, number>>

/** Checks a history: each account is a register of its owner, each tenant a set of accounts. */
export function judge(history: History): { readonly violations: readonly Violation[]; readonly looked: Looked } {
  const findings = Object.entries(CHECKS).map(([check, look]) => [check as Check, look(history)] as const)
  return {
    violations: findings.flatMap(([, { found }]) => found),
    looked: Object.fromEntries(findings.map(([check, { looked }]) => [check, looked])) as Record<Check, number>,
  }
}

/** Checks with fewer cases than they need to prove anything. */
export function unproved(looked: Looked, floors: Partial<Looked>): readonly Violation[] {
  return Object.entries(floors).flatMap(([check, least]) => {
    const seen = looked[check as Check]
    return seen < least ? [{ kind: 'unproved', detail: `${check}: ${seen} of at least ${least} cases` }] : []
  })
}

/** A tenant that is not on the allowlist never owns two accounts of one type and EU flag that are not dirty. */
function oneAccountEach({ versions, allowed }: History): Finding {
  const found: Violation[] = []
  const judged = new Set<string>()
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
    if (allowed.includes(tenantName)) continue
    judged.add(slot)
    if (accounts.size > 1) found.push({ kind: 'two accounts', detail: `${slot}: ${[...accounts].join()}` })
  }
  return { found, looked: judged.size }
}

/** No claim selects a dirty account. */
function nothingDirtySelected(history: History): Finding {
  const found: Violation[] = []
  let looked = 0
  for (const [name, versions] of byBinding(history)) {
    let before: ReturnType<typeof stateOf> | null = null
    let earlier: ReturnType<typeof stateOf> | null = null
    for (const version of versions) {
      const now = stateOf(version)
      // A reverted cleaning is no selection: it restores the state before.
      const isBack = earlier !== null && before?.selectedBy === null && isSame(earlier, now)
      if (now.selectedBy !== null && before && now.selectedBy !== before.selectedBy && !isBack) {
        looked++
        if (now.dirty !== null) found.push({ kind: 'dirty selected', detail: `${name} by ${now.selectedBy}` })
      }
      earlier = before
      before = now
    }
  }
  return { found, looked }
}

function isSame(one: ReturnType<typeof stateOf>, other: ReturnType<typeof stateOf>): boolean {
  return one.selectedBy === other.selectedBy && one.tenantName === other.tenantName && one.dirty === other.dirty
}

/**
 * No action succeeds on an account with a claim that was acknowledged before its request and not released before its
 * response.
 */
function doneInUse({ done, acknowledged }: History): Finding {
  const claims = Map.groupBy(acknowledged, ({ binding }) => binding)
  const found = done.flatMap(({ binding, askedAt, answeredAt }) => {
    const held = (claims.get(binding) ?? []).filter(
      ({ pool, acknowledgedAt, releasedAt }) =>
        pool !== 'shared' && acknowledgedAt < askedAt && (releasedAt === null || releasedAt > answeredAt),
    )
    return held.map(({ id }) => ({ kind: 'done while claimed', detail: `${binding} with ${id}` }))
  })
  return { found, looked: done.length }
}

/** The console marks an account dirty or clean only after the release of every earlier claim on it. */
function keptInUse(history: History, what: 'dirtied' | 'cleaned'): Finding {
  const found: Violation[] = []
  let looked = 0
  const claims = Map.groupBy(history.acknowledged, ({ binding }) => binding)
  for (const [name, versions] of byBinding(history)) {
    let before: ReturnType<typeof stateOf> | null = null
    for (const version of versions) {
      const now = stateOf(version)
      const isForeign = now.mark !== (before?.mark ?? null)
      const became = before === null ? null : changeOfDirt(before.dirty, now.dirty)
      if (!isForeign && became === what) {
        looked++
        const held = (claims.get(name) ?? []).filter(
          ({ epoch, releasedAt, pool }) =>
            pool !== 'shared' && epoch < now.epoch && (releasedAt === null || releasedAt > version.seenAt),
        )
        if (held.length > 0)
          found.push({
            kind: what === 'cleaned' ? 'cleaned while claimed' : 'dirty while claimed',
            detail: `${name} with ${held.map(({ id }) => id).join()}`,
          })
      }
      before = now
    }
  }
  return { found, looked }
}

function changeOfDirt(before: string | null, now: string | null): 'dirtied' | 'cleaned' | null {
  if ((before === null) === (now === null)) return null
  return now === null ? 'cleaned' : 'dirtied'
}

/** An account with a cluster is not cleaned. */
function cleanedInUse(history: History): Finding {
  const versions = byBinding(history)
  const judged = history.left.map(({ binding, from, until }) => {
    let isDirty = false
    let isCleaned = false
    for (const [n, version] of (versions.get(binding) ?? []).entries()) {
      const before = versions.get(binding)?.[n - 1]
      if (stateOf(version).dirty !== null && version.seenAt > from && version.seenAt < until) isDirty = true
      // A cleaning reads the shoots before, and the watch delivers its write later.
      if (!before || before.seenAt <= from || version.seenAt >= until) continue
      if (changeOfDirt(stateOf(before).dirty, stateOf(version).dirty) === 'cleaned') isCleaned = true
    }
    return { binding, isDirty, isCleaned }
  })
  return {
    found: judged.flatMap(({ binding, isCleaned }) =>
      isCleaned ? [{ kind: 'cleaned with a cluster', detail: binding }] : [],
    ),
    looked: judged.filter(({ isDirty }) => isDirty).length,
  }
}

/** A free account with a cluster of another tenant is not assigned to a tenant that is not on the allowlist. */
function givenInForeignUse(history: History): Finding {
  const found: Violation[] = []
  let looked = 0
  const foreign = Map.groupBy(history.foreign, ({ binding }) => binding)
  const acknowledged = new Set(history.acknowledged.map(({ id }) => id))
  for (const [name, versions] of byBinding(history)) {
    for (const [n, version] of versions.entries()) {
      const before = versions[n - 1]
      const { tenantName, selectedBy } = stateOf(version)
      if (!before || stateOf(before).tenantName !== null || tenantName === null) continue
      if (history.allowed.includes(tenantName) || selectedBy === null || !acknowledged.has(selectedBy)) continue
      if (history.foreign.some(({ shownAt }) => shownAt < version.seenAt)) looked++
      const others = foreign
        .get(name)
        ?.filter(({ tenant, shownAt }) => tenant !== tenantName && shownAt < version.seenAt)
      if (others?.length)
        found.push({ kind: 'given with a shoot of another tenant', detail: `${name} to ${tenantName}` })
    }
  }
  return { found, looked }
}

/** The database and the binding show each claim that was acknowledged and not released. */
function lostClaims(history: History): Finding {
  const rows = new Map(history.claims.map(claim => [claim.id, claim]))
  const last = new Map(history.versions.map(version => [version.name, stateOf(version)]))
  const kept = history.acknowledged.filter(({ releasedAt }) => releasedAt === null)
  const found = kept.flatMap(({ id, tenant, pool, account, binding }) => {
    const row = rows.get(id)
    const label = last.get(binding)
    const isKept = (row?.status === 'reserved' || row?.status === 'active') && row.account === account
    const isShown = label?.dirty === null && (pool === 'shared' ? label.shared === 'true' : label.tenantName === tenant)
    return isKept && isShown
      ? []
      : [{ kind: 'lost', detail: `${id} is ${row?.status}, ${binding} of ${label?.tenantName}` }]
  })
  return { found, looked: kept.length }
}

/** A key has one claim with one account, regardless of the number of requests. */
function replayViolations({ acknowledged, claims }: History): Finding {
  const found: Violation[] = []
  let looked = 0
  for (const [key, answers] of Map.groupBy(acknowledged, answer => answer.key)) {
    if (answers.length > 1) looked++
    if (new Set(answers.map(({ id, account }) => `${id} ${account}`)).size > 1)
      found.push({ kind: 'replay', detail: key })
  }
  for (const [key, rows] of Map.groupBy(claims, claim => claim.key))
    if (rows.length > 1) found.push({ kind: 'replay', detail: `${rows.length} claims of ${key}` })
  return { found, looked }
}

/**
 * A binding with an owner has a claim, and no claim is unfinished. A released claim explains a binding only if a
 * cluster remained on its account: otherwise it would be marked.
 */
function leaks({ versions, claims, left }: History): Finding {
  const found: Violation[] = []
  let looked = claims.length
  const withCluster = new Set(left.map(({ binding }) => binding))
  const withClaim = new Set(
    claims.flatMap(({ status, binding, tenant }) => {
      const isOver = status === 'released' && !(binding !== null && withCluster.has(binding))
      return isOver || status === 'failed' || status === 'refused' ? [] : [`${binding} ${tenant}`]
    }),
  )
  for (const [name, state] of new Map(versions.map(version => [version.name, stateOf(version)]))) {
    if (state.tenantName === null || state.dirty !== null || state.selectedBy === null) continue
    looked++
    if (!withClaim.has(`${name} ${state.tenantName}`))
      found.push({ kind: 'leak', detail: `${name} of ${state.tenantName} has no claim` })
  }
  for (const { id, status } of claims)
    if (isUnsettled(status)) found.push({ kind: 'unfinished', detail: `${id} is ${status}` })
  return { found, looked }
}

/** Whether a claim is in progress or unfinished. */
export function isUnsettled(status: string): boolean {
  return status === 'pending' || status === 'intent' || status === 'releasing'
}

/** Counts the clusters of an account whose tenant is on the allowlist. */
function limitViolations({ claims, allowed, limit }: History): Finding {
  const open = claims.filter(
    ({ status, tenant }) => ['intent', 'reserved', 'active'].includes(status) && allowed.includes(tenant),
  )
  const accounts = [...Map.groupBy(open, ({ account }) => account ?? '')]
  return {
    found: accounts.flatMap(([account, on]) =>
      on.length > limit ? [{ kind: 'over the limit', detail: `${account}: ${on.length}` }] : [],
    ),
    looked: accounts.filter(([, on]) => on.length >= limit).length,
  }
}
