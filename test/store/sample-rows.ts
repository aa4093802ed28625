import { saveRevision } from '#lib/store/allowlist-revisions.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { acquireTenantSlots, recordReturn } from '#lib/store/claims/leases.ts'
import { savePublication } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'

const ODD = 'line\nbreak, "quotes", \\ back, tab\t, \u{1F600}, {"json":[1]}, comma, \u2028'

/** At least one row in every table, with values that are easily lost in a copy. */
export async function fillWithSamples(store: Store): Promise<void> {
  const { db } = store
  const actor = { name: 'admin@example.com', role: 'admin' }
  await saveRevision(store, {
    basedOn: 0,
    multiAccount: { allowed: ['ga-1', ODD], limits: null, minBindingsForGuard: 0 },
    actor: actor.name,
    reason: ODD,
    ticket: null,
    at: new Date('2026-11-21T10:00:00.001Z'),
    auditSeq: 9_223_372_036_854_775_807n,
  })
  const log = new AuditLog(store, () => new Date('2026-11-21T10:00:00.007Z'))
  await log.refused(
    {
      actor,
      action: 'release',
      targets: [ODD, 'b'],
      reason: ODD,
      ticket: null,
      requestId: null,
      before: { a: [1, 2.5, null] },
    },
    'no',
  )
  const key = { tenant: 'ga-1', hyperscalerType: 'aws_cf-eu11', euAccess: true }
  const [slot] = await acquireTenantSlots(db, [{ key, holder: 'holder' }], 60_000)
  if (!slot) throw new Error('the slot was not free')
  await recordReturn(db, slot, {
    binding: { kind: 'CredentialsBinding', namespace: 'garden', name: ODD },
    account: 'Secret/garden/a',
    epoch: 7,
  })
  await db.accountFence.create({ data: { account: 'Secret/garden/a', token: 2n, holder: ODD } })
  await db.poolSlot.create({ data: { key: 'aws~eu~shared' } })
  for (const n of [1, 2, 3]) {
    await db.claim.create({
      data: {
        id: `claim-${n}`,
        idempotencyKey: `key-${n}`,
        requestHash: 'hash',
        request: { plan: 'aws', note: ODD, big: 9_007_199_254_740_991 },
        tenant: 'ga-1',
        status: 'active',
        outcome: n === 1 ? null : 'shared',
        account: 'Secret/garden/a',
        epoch: 9_223_372_036_854_775_807n,
        reasoning: [{ rule: ODD }],
        actor: 'keb',
        createdAt: new Date('2026-11-21T10:00:00.123Z'),
      },
    })
  }
  await db.rulesRevision.create({
    data: { revision: 'r-1', texts: ['aws', ODD], firstSeen: new Date('2026-11-21T10:00:00.123Z') },
  })
  await savePublication(store, {
    basedOn: 0,
    rules: { revision: 'r-1', texts: ['aws', ODD] },
    start: { revision: 'r-0', texts: [] },
    document: ODD,
    restores: null,
    actor: actor.name,
    role: actor.role,
    reason: ODD,
    ticket: null,
    impact: { counts: [{ impact: ODD, clusters: 1, globalAccounts: 1 }], unknown: 0 },
    cases: [{ name: ODD, passed: true, expected: ODD, actual: ODD }],
    overrideReason: null,
    pinned: ODD,
    at: new Date('2026-11-23T06:00:00.001Z'),
    auditSeq: 9_223_372_036_854_775_807n,
  })
  await db.job.create({
    data: {
      id: 'job-1',
      action: 'mark-dirty',
      parameters: {},
      reason: ODD,
      actor: actor.name,
      auditSeq: 1n,
      total: 1,
      targets: {
        create: {
          position: 0,
          bindingKind: 'CredentialsBinding',
          bindingNamespace: 'garden',
          bindingName: 'aws-1',
          precondition: { resourceVersion: '1' },
        },
      },
    },
  })
  const binding = {
    kind: 'CredentialsBinding',
    namespace: 'garden',
    name: 'aws-1',
    uid: 'u-1',
    account: 'Secret/garden/a',
  }
  const at = new Date('2026-11-21T10:00:00.000Z')
  await db.bindingState.create({
    data: { ...binding, state: 'free', since: at, annotations: { hold: ODD }, seenAt: at },
  })
  const view = { id: 'view-1', owner: 'admin', ownerName: ODD, page: 'bindings', name: ODD, query: 'q=state:dirty' }
  await db.savedView.create({ data: { ...view, shared: true, updatedAt: at } })
  const link = { id: 'link-1', author: 'admin', authorName: ODD, state: 'plan=aws' }
  await db.simulatorLink.create({ data: { ...link, createdAt: at, expiresAt: at } })
  const token = { id: 'token-1', name: ODD, role: 'viewer', hash: 'a1', start: 'hap_abcd' }
  await db.apiToken.create({ data: { ...token, creator: 'admin', creatorName: ODD, createdAt: at, expiresAt: at } })
  await db.approval.create({
    data: {
      id: 'approval-1',
      status: 'waiting',
      action: 'release',
      targets: [ODD, 'b'],
      bulk: false,
      order: { reason: ODD, seenEpoch: 7 },
      danger: ODD,
      consequence: ODD,
      reason: ODD,
      proposerId: 'admin',
      proposer: ODD,
      proposerRole: 'admin',
      createdAt: at,
      expiresAt: at,
      auditSeq: 9_223_372_036_854_775_807n,
    },
  })
  const session = { id: 'session-1', userId: 'oidc:1', userName: ODD, role: 'admin', provider: 'oidc' }
  await db.signInSession.create({ data: { ...session, sealed: ODD, createdAt: at, usedAt: at, confirmedAt: at } })
  await db.signInSlot.create({ data: { slot: 1, level: 0.5, at } })
  await db.poolAlarm.create({ data: { poolKey: 'aws~eu', reason: 'low', raisedAt: at } })
  const refused = { account: 'Secret/garden/a', bindingKey: ODD, bindingUid: ODD, cause: 'quota-missing' }
  await db.accountCondition.create({ data: { ...refused, subject: ODD, confirmed: true, nextCheckAt: at } })
  await db.accountScan.create({ data: { id: 1, cursor: ODD, nextAt: at } })
  await db.stateChange.create({ data: { ...binding, at, toState: 'free', cause: 'observed' } })
  const { kind, namespace, name, uid, account } = binding
  await db.bindingIdentity.create({ data: { kind, namespace, name, uid, account, acceptedAt: at } })
  await db.landscapeNamespace.create({ data: { namespace: ODD, uid: ODD, auditSeq: 1n } })
  await db.landscapeNotice.create({ data: { namespace: ODD, source: 'Shoot', known: 20, gone: 10, seenAt: at } })
}
