import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { type ClaimRecord, type ClaimStatus, OPEN_STATUSES } from '#lib/store/claims/claim-record.ts'
import { LEASE_MS, type SlotLease } from '#lib/store/claims/leases.ts'
import {
  type Choice,
  type ClaimLease,
  type DecisionOrder,
  type Facts,
  type GivenBinding,
  HAD_NO_ACCOUNT,
  type Ledger,
  type Pick,
  type Question,
  type Verdict,
} from '#lib/store/claims/ledger.ts'
import { type Lease, type MemoryDatabase, newRow, type Row, slotName } from './memory-database.ts'

const HOUR = 3_600_000
const ON_ITS_WAY = 120_000

export interface MemoryLedgerOptions {
  now(): number
  /** Awaited before and after each database step: between the two everything is atomic. */
  turn(step: string): Promise<void>
}

/**
 * The ledger in memory, with the exact effect of each call, to run many schedules; one suite tests both
 * implementations.
 */
export function memoryLedger(database: MemoryDatabase, { now, turn }: MemoryLedgerOptions): Ledger {
  const { claims, slots, fences } = database

  const isUnleased = ({ holder, leaseUntil }: Row) => holder === null || leaseUntil < now()
  const record = (row: Row): ClaimRecord => {
    const { holder: _holder, leaseUntil: _until, ...fields } = row
    const isOlder = (at: number | null, ms: number) => at !== null && at < now() - ms
    const { intentAt, releasedAt } = row
    const ages = { intentIsOld: isOlder(intentAt, 120_000), releaseIsOld: isOlder(releasedAt, HOUR) }
    const isExpired = row.deadline !== null && row.deadline < now()
    return { ...fields, ...ages, isExpired, isUnleased: isUnleased(row) }
  }
  const leased = ({ id, token }: ClaimLease): Row | null => {
    const row = claims.get(id)
    return row?.token === token ? row : null
  }
  const isLive = (lease: Lease | undefined) => lease !== undefined && lease.holder !== null && lease.until >= now()
  const isOpen = ({ status }: Row) => (OPEN_STATUSES as readonly ClaimStatus[]).includes(status)
  const isStanding = (row: Row) => isOpen(row) || row.status === 'pending' || row.status === 'waiting'
  const isQueued = (row: Row) => row.status === 'waiting' || (row.status === 'intent' && row.queuedAt !== null)
  const isNamed = (cluster: string, except: string) =>
    [...claims.values()].some(row => row.cluster === cluster && isStanding(row) && row.id !== except)
  const open = (account: string, except: string) =>
    [...claims.values()].filter(row => row.account === account && isOpen(row) && row.id !== except)
  const onAccount = (account: string, except: string) =>
    [...claims.values()].filter(
      row => row.account === account && (isOpen(row) || row.status === 'releasing') && row.id !== except,
    )
  const sorted = (keep: (row: Row) => boolean) =>
    [...claims.values()].filter(keep).sort((a, b) => Number(a.ticket - b.ticket))
  const leastTried = (keep: (row: Row) => boolean) => sorted(keep).sort((a, b) => Number(a.token - b.token))
  const poolsInTurn = (rows: readonly Row[]) => {
    const places = new Map<string | null, number>()
    const place = ({ poolKey }: Row) => {
      places.set(poolKey, (places.get(poolKey) ?? 0) + 1)
      return places.get(poolKey) ?? 0
    }
    return rows.map(row => ({ row, at: place(row) })).sort((a, b) => a.at - b.at)
  }
  const isSame = (one: BindingRef, other: BindingRef) => bindingKey(one) === bindingKey(other)
  const withoutBinding = { outcome: null, binding: null, bindingUid: null, account: null, epoch: null }

  /** A step is atomic between two turns of the schedule. */
  const step = async <Result>(name: string, work: () => Result): Promise<Result> => {
    await turn(`db ${name}`)
    const result = work()
    await turn(`db ${name} answers`)
    return result
  }

  const factsFor = (
    { id }: globalThis.Pick<ClaimLease, 'id'>,
    { slot, poolKey, accounts, clusters }: Question,
  ): Facts => {
    const ofSlot = ({ tenant, hyperscalerType, euAccess, outcome, id: other }: Row) =>
      slot !== null &&
      other !== id &&
      tenant === slot.tenant &&
      hyperscalerType === slot.hyperscalerType &&
      euAccess === slot.euAccess &&
      (outcome === 'claim' || outcome === 'reuse')
    const given = sorted(
      row =>
        ofSlot(row) &&
        row.binding !== null &&
        (['reserved', 'active', 'releasing'].includes(row.status) ||
          (row.status === 'released' && (row.releasedAt ?? 0) > now() - HOUR)),
    )
    const epochs = new Map<string, GivenBinding>()
    for (const { binding, account, epoch } of given) {
      if (binding === null || account === null) continue
      const key = `${bindingKey(binding)} ${account}`
      epochs.set(key, { ...binding, account, epoch: Math.max(epoch ?? 0, epochs.get(key)?.epoch ?? 0), mayLand: false })
    }
    const isReturned = ({ slot: name, at }: (typeof database.returned)[number]) =>
      slot !== null && name === slotName(slot) && at > now() - HOUR
    for (const { binding, account, epoch, at } of database.returned.filter(isReturned)) {
      const key = `${bindingKey(binding)} ${account}`
      const { kind, namespace, name } = binding
      const known = epochs.get(key)
      const mayLand = at > now() - ON_ITS_WAY || (known?.mayLand ?? false)
      epochs.set(key, { kind, namespace, name, account, epoch: Math.max(epoch, known?.epoch ?? 0), mayLand })
    }
    const wanted = new Set([...accounts, ...given.flatMap(({ account }) => account ?? [])])
    const counts = [...wanted].flatMap(account => {
      const rows = open(account, id)
      if (rows.length === 0) return []
      const active = rows.filter(({ status }) => status === 'active').length
      const registered = rows.flatMap(({ cluster }) =>
        cluster !== null && clusters.includes(cluster) ? [cluster] : [],
      )
      return [{ account, active, reserved: rows.length - active, registered }]
    })
    const inPool = sorted(row => row.poolKey === poolKey && row.id !== id)
    const ticket = claims.get(id)?.ticket ?? database.tickets + 1n
    const ahead = inPool.filter(row => isQueued(row) && row.ticket < ticket)
    return {
      rivals: sorted(row => ofSlot(row) && row.status === 'intent').map(row => row.id),
      given: [...epochs.values()],
      counts,
      fenced: [...fences].flatMap(([account, lease]) => (isLive(lease) ? [account] : [])),
      beingTaken: inPool.flatMap(({ status, outcome, account }) =>
        status === 'intent' && outcome === 'claim' && account !== null ? [account] : [],
      ),
      ahead: ahead.length,
      aheadOfTenant: ahead.filter(row => row.tenant === slot?.tenant).length,
    }
  }

  /** Whether a claim on the account excludes a tenant. */
  const isForeign = (other: Row, { outcome }: Pick, tenant: string) =>
    (other.outcome === 'shared') !== (outcome === 'shared') || (outcome !== 'shared' && other.tenant !== tenant)

  const settle = (row: Row, audit: bigint, choice: Extract<Choice, { kind: 'wait' | 'refuse' }>): Verdict => {
    const { kind, grounds } = choice
    const { poolKey, hyperscalerType, euAccess, message } = grounds
    row.cause = choice.kind === 'refuse' ? (choice.cause ?? null) : null
    const status = kind === 'wait' ? 'waiting' : 'refused'
    row.auditSeq = audit
    if (kind === 'wait') row.queuedAt ??= now()
    Object.assign(row, { ...withoutBinding, status, holder: null, poolKey, hyperscalerType, euAccess, message })
    return { kind: status, claim: record(row) }
  }

  const reserve = (row: Row, audit: bigint, { pick, grounds }: Extract<Choice, { kind: 'take' }>): Verdict => {
    const { account, binding, outcome, counted, siblings } = pick
    if (isLive(fences.get(account))) return { kind: 'passed-over', account, why: 'fenced' }
    const unseen = siblings.flatMap(({ epoch: known, ...ref }) => {
      const epochs = [...claims.values()].flatMap(other => {
        const isOf = other.account === account && other.binding !== null && isSame(other.binding, ref)
        return isOf ? (other.epoch ?? -1) : -1
      })
      const epoch = Math.max(...epochs)
      return epoch > known ? { ...ref, epoch } : []
    })
    if (unseen.length > 0) return { kind: 'look', bindings: unseen }
    if (onAccount(account, row.id).some(other => isForeign(other, pick, row.tenant)))
      return { kind: 'passed-over', account, why: 'foreign' }
    if (counted !== null && open(account, row.id).length !== counted)
      return { kind: 'passed-over', account, why: 'count' }
    const { poolKey, hyperscalerType, euAccess, message } = grounds
    const { uid: bindingUid, ...ref } = binding
    const taken = { outcome, binding: ref, bindingUid, account, epoch: null }
    Object.assign(row, { status: 'intent', ...taken, leaseUntil: now() + LEASE_MS })
    row.intentAt = now()
    Object.assign(row, { poolKey, hyperscalerType, euAccess, message, auditSeq: audit })
    return { kind: 'taken', claim: record(row) }
  }

  const decide = ({ lease, slot, question, audit, choose }: DecisionOrder): Verdict => {
    const row = leased(lease)
    if (!row || !['pending', 'waiting', 'intent'].includes(row.status)) return { kind: 'lost' }
    if (slot !== null && !holdsSlot(slot)) return { kind: 'lost' }
    const choice = choose(factsFor(lease, question))
    if (choice.kind === 'take') return reserve(row, audit, choice)
    return choice.kind === 'wait' || choice.kind === 'refuse' ? settle(row, audit, choice) : choice
  }

  const holdsSlot = ({ key, token }: SlotLease) => {
    const lease = slots.get(slotName(key))
    return lease?.token === token && lease.holder !== null
  }

  const leave = (slot: SlotLease | null) => {
    const lease = slot && slots.get(slotName(slot.key))
    if (lease && lease.token === slot.token) lease.holder = null
  }

  return {
    recordArrival: (arrival, holder) =>
      step('arrive', () => {
        const known = [...claims.values()].find(({ key }) => key === arrival.key)
        if (known) return { claim: record(known), isNew: false }
        if (arrival.names.some(name => isNamed(name, arrival.id))) return null
        const row = newRow(arrival, holder, ++database.tickets, now())
        claims.set(row.id, row)
        return { claim: record(row), isNew: true }
      }),
    get: id =>
      step('get', () => {
        const row = claims.get(id)
        return row ? record(row) : null
      }),
    acquire: (seen, holder) =>
      step('acquire', () => {
        const row = leased(seen)
        if (!row || !isUnleased(row) || row.status === 'failed') return null
        Object.assign(row, { holder, leaseUntil: now() + LEASE_MS, token: row.token + 1n })
        return record(row)
      }),
    restart: (seen, holder, names) =>
      step('restart', () => {
        if (names.some(name => isNamed(name, seen.id))) return 'cluster-taken'
        const row = leased(seen)
        if (!row || !isUnleased(row) || row.status !== 'failed') return null
        Object.assign(row, { status: 'pending', holder, leaseUntil: now() + LEASE_MS, token: row.token + 1n })
        row.ticket = ++database.tickets
        return record(row)
      }),
    // No decision reads them.
    saveRules: () => Promise.resolve(),
    acquireSlot: (key, holder) =>
      step('take slot', () => {
        const name = slotName(key)
        const lease = slots.get(name) ?? { token: 0n, holder: null, until: 0 }
        if (lease.holder !== null && lease.until >= now()) return null
        Object.assign(lease, { token: lease.token + 1n, holder, until: now() + LEASE_MS })
        slots.set(name, lease)
        return { key, holder, token: lease.token }
      }),
    releaseSlot: slot => step('leave slot', () => leave(slot)),
    decide: order => step('decide', () => decide(order)),
    previewFacts: question => step('look', () => factsFor({ id: '' }, question)),
    isTakenByOthers: (pick, tenant) =>
      step('look at account', () => onAccount(pick.account, '').some(other => isForeign(other, pick, tenant))),
    confirm: (lease, epoch, slot) =>
      step('confirm', () => {
        leave(slot)
        const row = leased(lease)
        if (row?.status !== 'intent') return null
        Object.assign(row, { status: 'reserved', epoch, holder: null, reservedAt: now() })
        return record(row)
      }),
    fail: (lease, message) =>
      step('fail', () => {
        const row = leased(lease)
        const isTakenUp = row?.status === 'waiting' && row.holder !== null
        if (!row || !(isTakenUp || row.status === 'pending' || row.status === 'intent')) return false
        Object.assign(row, { ...withoutBinding, status: 'failed', queuedAt: null, holder: null, message })
        return true
      }),
    requeue: (lease, message) =>
      step('requeue', () => {
        const row = leased(lease)
        if (row?.status !== 'intent' || row.queuedAt === null) return false
        Object.assign(row, { ...withoutBinding, status: 'waiting', token: row.token + 1n, holder: null, message })
        return true
      }),
    releaseLease: (lease, message) =>
      step('release lease', () => {
        const row = leased(lease)
        if (row) Object.assign(row, { holder: null, message: message ?? row.message })
      }),
    listInterrupted: limit =>
      step('interrupted', () =>
        leastTried(row => (row.status === 'pending' || row.status === 'intent') && isUnleased(row))
          .slice(0, limit)
          .map(record),
      ),
    listReleasing: limit =>
      step('releasing', () =>
        leastTried(row => row.status === 'releasing' && isUnleased(row))
          .slice(0, limit)
          .map(record),
      ),
    listWaiting: (poolKey, limit, offset = 0) =>
      step('waiting', () =>
        poolsInTurn(sorted(row => isQueued(row) && (poolKey === null || row.poolKey === poolKey)))
          .slice(offset, offset + limit)
          .map(({ row }) => record(row)),
      ),
    position: claim =>
      step('position', () => {
        const ahead = sorted(row => isQueued(row) && row.poolKey === claim.poolKey && row.ticket < claim.ticket)
        return ahead.length + 1
      }),
    listExpected: limit =>
      step('expected', () =>
        sorted(row => row.status === 'reserved' && row.cluster !== null)
          .slice(0, limit)
          .map(record),
      ),
    list: ({ key, tenant, poolKey, statuses, offset, limit }) =>
      step('list', () => {
        const found = sorted(
          row =>
            (key === undefined || row.key === key) &&
            (tenant === undefined || row.tenant === tenant) &&
            (poolKey === undefined || row.poolKey === poolKey) &&
            (statuses === undefined || statuses.includes(row.status)),
        ).reverse()
        return { claims: found.slice(offset, offset + limit).map(record), total: found.length }
      }),
    activate: ids =>
      step('activate', () => {
        const reserved = ids.flatMap(id => claims.get(id) ?? []).filter(({ status }) => status === 'reserved')
        for (const row of reserved) Object.assign(row, { status: 'active', hadCluster: true })
        return { active: reserved.length, gaveWay: [] }
      }),
    // The memory ledger has no adopted claims that could give way.
    setCluster: (id, cluster, names) =>
      step('set cluster', () => {
        const row = claims.get(id)
        if (!row) return 'missing'
        if (names.some(name => isNamed(name, id))) return 'cluster-taken'
        if (!isStanding(row)) return 'over'
        row.cluster = cluster
        return { gaveWay: [] }
      }),
    beginRelease: (id, holder, audit) =>
      step('begin release', () => {
        const row = claims.get(id)
        if (!row) return null
        const isAcknowledged = row.status === 'reserved' || row.status === 'active'
        if (!isAcknowledged && !(['pending', 'waiting', 'failed'].includes(row.status) && isUnleased(row))) return null
        row.token += 1n
        row.auditSeq = audit
        row.releasedAt = now()
        if (isAcknowledged)
          Object.assign(row, { status: 'releasing', holder, leaseUntil: now() + LEASE_MS, message: null })
        else Object.assign(row, { status: 'released', holder: null, message: HAD_NO_ACCOUNT })
        return record(row)
      }),
    endWaiting: (id, { cause, message, audit }) =>
      step('end waiting', () => {
        const row = claims.get(id)
        if (row?.status !== 'waiting') return null
        row.token += 1n
        row.auditSeq = audit
        row.releasedAt = now()
        Object.assign(row, { status: 'released', holder: null, cause, message })
        return record(row)
      }),
    finishRelease: (lease, message) =>
      step('release', () => {
        const row = leased(lease)
        if (row?.status !== 'releasing') return false
        Object.assign(row, { status: 'released', holder: null, message, releasedAt: now() })
        return true
      }),
    acquireFence: (account, holder) =>
      step('fence', () => {
        const onIt = sorted(row => row.account === account && isOpen(row))
        if (onIt.length > 0) return { kind: 'claimed', claims: onIt.map(({ id }) => id) }
        const lease = fences.get(account) ?? { token: 0n, holder: null, until: 0 }
        if (isLive(lease)) return { kind: 'busy' }
        Object.assign(lease, { token: lease.token + 1n, holder, until: now() + LEASE_MS })
        fences.set(account, lease)
        return { account, token: lease.token }
      }),
    renewFence: ({ account, token }) =>
      step('holds fence', () => {
        const lease = fences.get(account)
        if (lease?.token !== token || !isLive(lease)) return false
        lease.until = now() + LEASE_MS
        return true
      }),
    releaseFence: ({ account, token }) =>
      step('leave fence', () => {
        const lease = fences.get(account)
        if (lease?.token === token) lease.holder = null
      }),
  }
}
