import { describe, expect, test } from 'vitest'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingKeyOf, shootKey } from '#lib/garden/inventory/shoot-table.ts'
import { createInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { totalClusters } from '#lib/hap/selection/usage.ts'
import { getTimeline } from '#lib/queries/timeline.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import { claimUsage } from '#lib/services/claims/account-facts.ts'
import { type AdoptionParts, adopt, adoptAtFirstStart, adoptionTarget } from '#lib/services/landscape/adopt.ts'
import { Landscape } from '#lib/services/landscape/landscape.ts'
import { planAdoption } from '#lib/services/landscape/plan-adoption.ts'
import { retireVanished } from '#lib/services/landscape/retire-vanished.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { registerAdopted } from '#lib/store/claims/adopted.ts'
import type { Pick } from '#lib/store/claims/ledger.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import type { Store } from '#lib/store/store.ts'
import { readLandscape } from '../garden/read-landscape.ts'
import { testStore } from './test-store.ts'

const CLEAR = { allowsEnd: () => true, ended: () => undefined, pause: () => null }
const BY_HAND = { actor: { name: 'olga', role: null }, reason: 'a test', noted: false, dryRun: false }

async function world() {
  const store = await testStore()
  const { inventory, writer, read } = readLandscape('small')
  const parts: AdoptionParts = { store, audit: new AuditLog(store), inventory }
  read()
  return { store, inventory, writer, parts }
}

/** The inventory of a namespace that was read and is empty. */
function emptyInventory(namespace: string): Inventory {
  const clock = Date.now
  const { inventory, sources } = createInventory({
    namespace,
    kinds: ['CredentialsBinding'],
    clock,
    schedule: () => {},
  })
  for (const source of ['CredentialsBinding', 'Shoot'] as const) {
    const contact = new Contact({ clock, staleAfterMs: 60_000, onChange: () => {} })
    contact.listed()
    contact.live()
    sources.add(source, contact)
  }
  return inventory
}

/** Clusters of each account, counted like the claim service counts them. */
async function counted(store: Store, { inventory }: AdoptionParts): Promise<Record<string, number>> {
  const accounts: Record<string, number> = {}
  for (const { binding } of inventory.pools.values()) {
    const account = accountKey(binding.account)
    const open = await store.db.claim.findMany({ where: { account, status: 'active' } })
    const registered = open.flatMap(({ cluster }) => cluster ?? [])
    const counts = open.length === 0 ? [] : [{ account, active: open.length, reserved: 0, registered }]
    accounts[account] = totalClusters(claimUsage(inventory, counts).clusters(binding))
  }
  return accounts
}

/** A registered shoot. */
async function adoptedShoot(store: Store, { inventory }: AdoptionParts): Promise<Shoot> {
  const claims = await store.db.claim.findMany({ orderBy: { ticket: 'asc' } })
  const shoots = claims.map(({ cluster }) => [...inventory.shoots()].find(({ name }) => name === cluster))
  const found = shoots.find(shoot => shoot?.globalAccount && shoot.runtimeId)
  if (!found) throw new Error('no shoot with a global account and a runtime id was registered')
  return found
}

describe('adoption', () => {
  test('registers every shoot once, and changes no count', async () => {
    const { store, inventory, parts } = await world()
    const before = await counted(store, parts)
    const report = await adopt(parts, BY_HAND)
    expect(report.registered).toBeGreaterThan(20)
    expect(report.registered + report.left.length).toBe(inventory.shootCount)
    expect(await counted(store, parts)).toEqual(before)
    const claims = accountClaims(store, 'test')
    for (const account of Object.keys(before)) {
      const shoots = inventory.shootsOfAccount(account)
      expect(accountClusters(shoots, await claims.open(account))).toHaveLength(shoots.length)
    }
    const row = await store.db.claim.findFirstOrThrow({ where: { outcome: 'reuse' } })
    expect(row).toMatchObject({ adopted: true, status: 'active', actor: 'olga', request: { plan: '' } })
    expect(row.idempotencyKey).toMatch(/^adopted:/)

    expect(await adopt(parts, BY_HAND)).toMatchObject({ registered: 0, known: report.registered, left: report.left })
    expect(await store.db.claim.count()).toBe(report.registered)
    expect(await store.db.bindingState.count()).toBe([...inventory.pools.values()].length)
  })

  test('records claimed bindings as adopted once, with the sequence number of the audit entry', async () => {
    const { store, inventory, parts } = await world()
    await adopt(parts, BY_HAND)
    const { seq } = await store.db.auditEntry.findFirstOrThrow({ where: { action: 'adopt', kind: 'intent' } })
    const owned = await store.db.bindingState.findMany({ where: { state: 'claimed' } })
    expect(owned.length).toBeGreaterThan(5)
    const marked = await store.db.stateChange.findMany({ where: { cause: 'adopted' } })
    expect(marked.map(({ name, toState, actor, auditSeq }) => [name, toState, actor, auditSeq])).toEqual(
      marked.map(({ name }) => [name, 'claimed', 'olga', seq]),
    )
    expect(marked.map(({ name }) => name).sort()).toEqual(owned.map(({ name }) => name).sort())
    const [{ kind, namespace, name } = { kind: '', namespace: '', name: '' }] = marked
    const binding = [...inventory.pools.values()].find(pooled => pooled.binding.name === name)?.binding
    expect({ kind, namespace }).toMatchObject({ kind: binding?.kind, namespace: binding?.namespace })
    const { items } = await getTimeline(store.db, binding ?? { kind: 'Secret', namespace, name })
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'state', to: 'claimed', adopted: true, action: String(seq), actor: 'olga' }),
    )

    // The watch has observed these states since.
    await store.db.stateChange.updateMany({ where: { name }, data: { cause: 'observed', actor: null, auditSeq: null } })
    expect(await adopt(parts, BY_HAND)).toMatchObject({ registered: 0 })
    expect(await store.db.stateChange.count({ where: { cause: 'adopted' } })).toBe(marked.length)
    const entries = await store.db.auditEntry.count()
    await adopt(parts, BY_HAND)
    expect(await store.db.auditEntry.count()).toBe(entries)
  })

  test('registers each shoot once when two processes adopt at the same time, and records it in the audit chain', async () => {
    const { store, parts } = await world()
    const other = { ...parts, audit: new AuditLog(store) }
    const reports = await Promise.all([adopt(parts, BY_HAND), adopt(other, BY_HAND)])
    const rows = await store.db.claim.count()
    expect(reports.reduce((sum, { registered }) => sum + registered, 0)).toBe(rows)
    expect(new Set((await store.db.claim.findMany()).map(({ cluster }) => cluster)).size).toBe(rows)
    const entries = await store.db.auditEntry.findMany({ where: { kind: 'intent' }, include: { status: true } })
    expect(entries.map(({ action, status }) => [action, status?.outcome])).toEqual(
      entries.map(() => ['adopt', 'accepted']),
    )
    expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  })

  test('writes nothing in a dry run', async () => {
    const { store, parts } = await world()
    const planned = await adopt(parts, { ...BY_HAND, dryRun: true })
    expect([await store.db.claim.count(), await store.db.auditEntry.count()]).toEqual([0, 0])
    expect(await adopt(parts, BY_HAND)).toEqual({ ...planned, dryRun: false })
  })

  test('skips shoots with a claim, including one created after the plan', async () => {
    const { store, parts } = await world()
    await adopt(parts, BY_HAND)
    const { name, runtimeId } = await adoptedShoot(store, parts)
    const own = { adopted: false, idempotencyKey: 'own', cluster: runtimeId }
    await store.db.claim.updateMany({ where: { cluster: name }, data: own })
    expect(await adopt(parts, { ...BY_HAND, dryRun: true })).toMatchObject({ registered: 0 })
    // The plan is older than the claim.
    const { claims } = planAdoption(parts.inventory, [])
    expect(await registerAdopted(store.db, claims, { actor: 'x', audit: 1n })).toBe(0)
  })
})

describe('adoption at the first start', () => {
  test('runs once, after all shoots were read', async () => {
    const store = await testStore()
    const { inventory, read } = readLandscape('small')
    const parts = { store, audit: new AuditLog(store), inventory }
    expect(await adoptAtFirstStart(parts)).toBe('later')
    await expect(adopt(parts, BY_HAND)).rejects.toThrow('not all read')
    expect(await store.db.claim.count()).toBe(0)
    read()
    expect(await adoptAtFirstStart(parts)).toMatchObject({ dryRun: false, known: 0 })
    const rows = await store.db.claim.count()
    await store.db.claim.deleteMany({ where: { ticket: { gt: 3n } } })
    expect(await adoptAtFirstStart(parts)).toBeNull()
    expect(await store.db.claim.count()).toBeLessThan(rows)
  })

  test('runs again after an interruption', async () => {
    const { store, parts } = await world()
    const targets = [adoptionTarget(parts.inventory.namespace)]
    const intent = { action: 'adopt', targets, reason: null, ticket: null, requestId: null }
    await parts.audit.intent({ ...intent, actor: { name: 'hap-console', role: null } })
    expect(await adoptAtFirstStart(parts)).toMatchObject({ dryRun: false })
    expect(await store.db.claim.count()).toBeGreaterThan(20)
  })
})

describe('an adopted claim without its cluster', () => {
  test('ends once Gardener has no such shoot either', async () => {
    const { store, writer, parts } = await world()
    await adopt(parts, BY_HAND)
    const shoot = await adoptedShoot(store, parts)
    const status = async () => (await store.db.claim.findFirstOrThrow({ where: { cluster: shoot.name } })).status
    const ended = (shoots: readonly Shoot[]) =>
      retireVanished({ ...parts, landscape: CLEAR, shootsOf: async () => shoots })
    expect(await ended([])).toBe(0)
    writer.shoots().remove(shootKey(shoot))
    expect([await ended([shoot]), await status()]).toEqual([0, 'active'])
    expect([await ended([]), await status()]).toEqual([1, 'released'])
    expect(await ended([])).toBe(0)
    const entry = await store.db.auditEntry.findFirstOrThrow({ where: { action: 'end-adopted' } })
    expect(entry.targets).toContain(`GlobalAccount/${shoot.globalAccount}`)

    writer.shoots().put(shootKey(shoot), shoot)
    expect(await adopt(parts, BY_HAND)).toMatchObject({ registered: 1 })
    expect([await status(), await store.db.claim.count({ where: { cluster: shoot.name } })]).toEqual(['active', 1])
  })

  test('moves to the account that the cluster now uses', async () => {
    const { store, writer, inventory, parts } = await world()
    await adopt(parts, BY_HAND)
    const shoot = await adoptedShoot(store, parts)
    const row = () => store.db.claim.findFirstOrThrow({ where: { cluster: shoot.name } })
    const { account: first } = await row()
    const owned = [...inventory.pools.values()].filter(({ labels }) => labels.tenantName !== null)
    const other = owned.find(
      ({ binding: { kind, account } }) => kind === shoot.binding?.kind && accountKey(account) !== first,
    )
    if (!other || shoot.binding === null) throw new Error('there is no other account')
    const moved = { ...shoot, binding: { ...shoot.binding, name: other.binding.name } }
    const ended = (shoots: readonly Shoot[]) =>
      retireVanished({ ...parts, landscape: CLEAR, shootsOf: async () => shoots })
    writer.shoots().put(shootKey(shoot), moved)
    expect(await ended([shoot])).toBe(0)
    const unknown = { ...shoot, binding: { ...shoot.binding, name: 'not-known-yet' } }
    expect([await ended([unknown]), (await row()).status]).toEqual([0, 'active'])
    expect([await ended([moved]), (await row()).status]).toEqual([1, 'released'])
    expect(await adopt(parts, BY_HAND)).toMatchObject({ registered: 1 })
    const there = { status: 'active', account: accountKey(other.binding.account), bindingName: other.binding.name }
    expect(await row()).toMatchObject(there)
    expect(await ended([moved])).toBe(0)
  })

  test('ends no claim when most of the clusters are gone before an administrator accepts that', async () => {
    const { store, writer, parts } = await world()
    await adopt(parts, BY_HAND)
    const active = () => store.db.claim.count({ where: { status: 'active' } })
    const before = await active()
    writer.shoots().retain(new Set())
    const landscape = new Landscape({ store, namespace: parts.inventory.namespace, readUid: async () => null })
    landscape.compared([])
    const retire = () => retireVanished({ ...parts, landscape, shootsOf: async () => [] })
    await landscape.refresh()
    expect(await retire()).toBeNull()
    expect(landscape.notices()).toMatchObject([{ source: 'Shoot', known: before, gone: before }])
    expect([await retire(), await active()]).toEqual([null, before])
    const paused = { ...CLEAR, allowsEnd: () => false }
    expect(await retireVanished({ ...parts, landscape: paused, shootsOf: async () => [] })).toBeNull()
    expect(await active()).toBe(before)
    await landscape.refresh()
    await store.db.landscapeNotice.deleteMany()
    await landscape.refresh()
    expect([await retire(), await active()]).toEqual([before, 0])
  })

  test('ends no claim when a loss is noticed while the shoots are read', async () => {
    const { store, writer, parts } = await world()
    await adopt(parts, BY_HAND)
    const [first] = await store.db.claim.findMany({ where: { status: 'active' } })
    writer.shoots().remove(shootKey({ namespace: parts.inventory.namespace, name: first?.cluster ?? '' }))
    const landscape = new Landscape({ store, namespace: parts.inventory.namespace, readUid: async () => null })
    landscape.compared([])
    await landscape.refresh()
    const shootsOf = async () => {
      landscape.vanished('CredentialsBinding', { known: 20, gone: 20 })
      return []
    }
    expect(await retireVanished({ ...parts, landscape, shootsOf })).toBeNull()
    expect(await store.db.claim.findUniqueOrThrow({ where: { id: first?.id ?? '' } })).toMatchObject({
      status: 'active',
    })
    expect(await store.db.claim.count({ where: { status: 'released' } })).toBe(0)
  })

  test('is noticed during a pause, so that one acceptance covers both losses', async () => {
    const { store, writer, parts } = await world()
    await adopt(parts, BY_HAND)
    writer.shoots().retain(new Set())
    const landscape = new Landscape({ store, namespace: parts.inventory.namespace, readUid: async () => null })
    landscape.compared([{ source: 'CredentialsBinding', known: 20, gone: 20 }])
    await landscape.refresh()
    expect(await retireVanished({ ...parts, landscape, shootsOf: async () => [] })).toBeNull()
    expect(landscape.notices().map(({ source }) => source)).toEqual(['CredentialsBinding', 'Shoot'])
  })

  test('stays open while the binding of its shoot was recreated for another account', async () => {
    const { store, inventory, writer, parts } = await world()
    await adopt(parts, BY_HAND)
    const shoot = await adoptedShoot(store, parts)
    const binding = inventory.binding(bindingKeyOf(shoot) ?? '')
    if (binding === null) throw new Error('there is no binding')
    const account = { ...binding.account, name: 'another' }
    writer.bindings(binding.kind).put(bindingKey(binding), { ...binding, uid: 'again', account })
    const ended = () => retireVanished({ ...parts, landscape: CLEAR, shootsOf: async () => [shoot] })
    expect(await ended()).toBe(0)
    expect(await store.db.claim.findFirstOrThrow({ where: { cluster: shoot.name } })).toMatchObject({
      status: 'active',
    })
  })

  test('is not checked in another namespace', async () => {
    const { store, parts } = await world()
    await adopt(parts, BY_HAND)
    const elsewhere = { ...parts, inventory: emptyInventory('garden-elsewhere') }
    expect(await retireVanished({ ...elsewhere, landscape: CLEAR, shootsOf: async () => [] })).toBe(0)
    const rows = await store.db.claim.count()
    expect(await store.db.claim.count({ where: { status: 'active' } })).toBe(rows)
    // The first start adopts each namespace once.
    expect(await adoptAtFirstStart(elsewhere)).toMatchObject({ namespace: 'garden-elsewhere', registered: 0 })
    expect(await retireVanished({ ...parts, landscape: CLEAR, shootsOf: async () => [] })).toBe(0)
  })

  test('pauses at the next mass disappearance once an acceptance has expired', async () => {
    const { store, parts } = await world()
    let elapsed = 0
    const clocked: Store = Object.create(store, { now: { value: () => store.now() + elapsed } })
    const landscape = new Landscape({ store: clocked, namespace: parts.inventory.namespace, readUid: async () => null })
    landscape.compared([])
    const loss = { source: 'SubscriptionRequest', known: 20, gone: 20 }
    await landscape.refresh()
    expect(landscape.allowsEnd(loss)).toBe(false)
    await landscape.refresh()
    await store.db.landscapeNotice.deleteMany()
    await landscape.refresh()
    expect(landscape.allowsEnd(loss)).toBe(true)
    elapsed = 16 * 60_000
    expect(landscape.allowsEnd(loss)).toBe(false)
    expect(landscape.notices()).toMatchObject([loss])
  })

  test('is not checked before the landscape is read', async () => {
    const store = await testStore()
    const { inventory } = readLandscape('small')
    const parts = { store, audit: new AuditLog(store), inventory }
    expect(await retireVanished({ ...parts, landscape: CLEAR, shootsOf: async () => [] })).toBeNull()
  })
})

describe('a claim made by a client', () => {
  const request = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: 'ga-x' }

  async function arrived(store: Store, id: string) {
    const arrival = { id, key: id, requestHash: 'h', request, cluster: null, names: [], actor: 'olga', requestId: null }
    const answer = await storeLedger(store).recordArrival(arrival, 'p1')
    if (!answer) throw new Error('the cluster is taken')
    return answer.claim
  }

  test.each(['name', 'runtimeId'] as const)(
    'for an adopted cluster, by its %s, replaces the adopted claim',
    async field => {
      const { store, parts } = await world()
      await adopt(parts, BY_HAND)
      const shoot = await adoptedShoot(store, parts)
      const { id } = await arrived(store, 'own')
      const before = await store.db.claim.findFirstOrThrow({ where: { cluster: shoot.name } })
      const { tenant, account } = before
      await store.db.claim.update({ where: { id }, data: { status: 'reserved', tenant, account } })
      const names = [shoot.name, shoot.runtimeId ?? '']
      expect(await storeLedger(store).setCluster(id, shoot[field] ?? '', names, 7n)).toEqual({
        gaveWay: [before.id],
      })
      const ended = await store.db.claim.findUniqueOrThrow({ where: { id: before.id } })
      expect(ended).toMatchObject({ status: 'released', auditSeq: 7n })
      const open = await store.db.claim.findMany({
        where: { cluster: { in: names }, status: { in: ['active', 'reserved'] } },
      })
      expect(open.map(each => each.id)).toEqual(['own'])
    },
  )

  test.each(['another tenant', 'another account'])('for a cluster of %s keeps the adopted claim open', async whose => {
    const { store, parts } = await world()
    await adopt(parts, BY_HAND)
    const shoot = await adoptedShoot(store, parts)
    const { id } = await arrived(store, 'own')
    const { tenant, account } = await store.db.claim.findFirstOrThrow({ where: { cluster: shoot.name } })
    const mine = whose === 'another tenant' ? { account } : { tenant, account: 'Secret/garden/other' }
    await store.db.claim.update({ where: { id }, data: { status: 'reserved', ...mine } })
    const ledger = storeLedger(store)
    expect(await ledger.setCluster(id, shoot.name, [shoot.name], 7n)).toEqual({ gaveWay: [] })
    expect(await ledger.activate([id], [shoot.name], 8n)).toEqual({ active: 1, gaveWay: [] })
    const adopted = await store.db.claim.findFirstOrThrow({ where: { cluster: shoot.name, adopted: true } })
    expect(adopted.status).toBe('active')
  })

  test('gets no free account with a cluster of another tenant, while a shared account stays usable', async () => {
    const { store, parts } = await world()
    await adopt(parts, BY_HAND)
    const { binding, account } = await ofOthers(store)
    const ledger = storeLedger(store)
    const verdict = async (outcome: Pick['outcome']) => {
      const { id, token } = await arrived(store, outcome)
      const grounds = {
        poolKey: 'aws',
        hyperscalerType: 'aws',
        euAccess: false,
        selector: null,
        rulesRevision: 'r',
        settingsVersion: null,
        reasoning: {},
        message: '',
      }
      const pick: Pick = {
        outcome,
        binding: { ...binding, uid: 'uid' },
        account,
        siblings: [],
        counted: null,
        limit: null,
      }
      return ledger.decide({
        lease: { id, token },
        slot: null,
        question: { slot: null, poolKey: 'aws', accounts: [], clusters: [] },
        audit: 1n,
        choose: () => ({ kind: 'take', pick, grounds }),
      })
    }
    expect(await verdict('claim')).toEqual({ kind: 'passed-over', account, why: 'foreign' })
    expect(await verdict('reuse')).toMatchObject({ kind: 'taken' })
  })

  async function ofOthers(store: Store) {
    const {
      bindingName: name,
      bindingNamespace,
      account,
    } = await store.db.claim.findFirstOrThrow({
      where: { outcome: 'reuse' },
    })
    const binding = { kind: 'CredentialsBinding', namespace: bindingNamespace ?? '', name: name ?? '' } as const
    return { binding, account: account ?? '' }
  }
})
