import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import type { SlotLease } from '#lib/store/claims/leases.ts'
import type { Choice, Facts, Grounds, Ledger, Pick, Question, Verdict } from '#lib/store/claims/ledger.ts'

export const GROUNDS: Grounds = {
  poolKey: 'aws',
  hyperscalerType: 'aws',
  euAccess: false,
  selector: 'hyperscalerType=aws',
  rulesRevision: 'r1',
  settingsVersion: null,
  reasoning: { why: 'a test' },
  message: 'Claims a.',
}
export const SHARED: Grounds = { ...GROUNDS, poolKey: 'aws~shared' }
const GIVE_UP_MS = 5_000

let keys = 0

export async function arrive(ledger: Ledger, tenant = 'ga-1', holder = 'p1'): Promise<ClaimRecord> {
  const key = `key-${++keys}`
  const request = { plan: 'aws', provider: 'aws', platformRegion: '', hyperscalerRegion: '', globalAccount: tenant }
  const arrival = {
    id: `claim-${key}`,
    key,
    requestHash: 'h',
    request,
    cluster: null,
    names: [],
    actor: 'olga',
    requestId: null,
  }
  const arrived = await ledger.recordArrival(arrival, holder)
  if (!arrived) throw new Error('the cluster is taken')
  return arrived.claim
}

export const slotKey = (tenant = 'ga-1') => ({ tenant, hyperscalerType: 'aws', euAccess: false })

export async function slotOf(ledger: Ledger, tenant = 'ga-1'): Promise<SlotLease> {
  const end = performance.now() + GIVE_UP_MS
  for (;;) {
    const slot = await ledger.acquireSlot(slotKey(tenant), 'p1')
    if (slot) return slot
    if (performance.now() > end) throw new Error('the slot is not free')
  }
}

export function pickOf(name: string, more: Partial<Pick> = {}): Pick {
  const binding = { kind: 'CredentialsBinding', namespace: 'garden', name, uid: `uid-${name}` } as const
  return {
    outcome: 'claim',
    binding,
    account: `Secret/garden/${name}`,
    siblings: [],
    counted: null,
    limit: null,
    ...more,
  }
}

interface Decision {
  readonly slot?: SlotLease | null
  readonly question?: Partial<Question>
  readonly choose: (facts: Facts) => Choice
}

export function decide(
  ledger: Ledger,
  { id, token }: ClaimRecord,
  { slot = null, question, choose }: Decision,
): Promise<Verdict> {
  const asked = {
    slot: slot?.key ?? null,
    poolKey: slot ? 'aws' : 'aws~shared',
    accounts: [],
    clusters: [],
    ...question,
  }
  return ledger.decide({ lease: { id, token }, slot, question: asked, audit: 42n, choose })
}

export const take = (pick: Pick, grounds = GROUNDS) => ({ choose: () => ({ kind: 'take', pick, grounds }) as const })

/** A claim with a binding, confirmed unless `as` says otherwise. */
export async function taken(ledger: Ledger, name: string, more: Partial<Pick> = {}, as = 'reserved', tenant = 'ga-1') {
  const claim = await arrive(ledger, tenant)
  const isShared = more.outcome === 'shared'
  const slot = isShared ? null : await slotOf(ledger, tenant)
  const verdict = await decide(ledger, claim, { slot, ...take(pickOf(name, more), isShared ? SHARED : GROUNDS) })
  if (verdict.kind !== 'taken') throw new Error(`not taken: ${JSON.stringify(verdict)}`)
  if (as === 'intent') {
    if (slot) await ledger.releaseSlot(slot)
    return verdict.claim
  }
  const confirmed = await ledger.confirm(verdict.claim, 7, slot)
  if (!confirmed) throw new Error('not confirmed')
  return confirmed
}

/** The facts for a decision. */
export async function factsFor(
  ledger: Ledger,
  decision: Omit<Decision, 'choose'> = {},
  tenant = 'ga-1',
): Promise<Facts> {
  const seen: Facts[] = []
  const claim = await arrive(ledger, tenant)
  await decide(ledger, claim, {
    ...decision,
    choose: facts => {
      seen.push(facts)
      return { kind: 'look', bindings: [] }
    },
  })
  const facts = seen.at(-1)
  if (!facts) throw new Error('nothing was asked')
  return facts
}
