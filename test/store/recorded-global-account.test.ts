import { expect, test } from 'vitest'
import { isRecorded } from '#lib/queries/global-accounts/global-account-detail.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { observeBindings } from '#lib/store/states/binding-states.ts'
import { testStore } from './test-store.ts'

const NOW = new Date('2026-11-23T10:00:00Z')

test('a claim, a binding state or an action alone records a global account', async () => {
  const store = await testStore()
  const { db } = store
  await db.claim.create({
    data: {
      id: 'c-1',
      idempotencyKey: 'c-1',
      requestHash: 'hash',
      request: { plan: 'aws' },
      tenant: 'claimed',
      status: 'released',
      actor: 'keb',
    },
  })
  const binding = { kind: 'CredentialsBinding', namespace: 'garden', name: 'aws-1', uid: 'u-1' } as const
  const seen = { account: 'Secret/garden/aws-1', poolKey: 'aws', epoch: null, annotations: {}, notedSince: null }
  const present = [{ ...binding, ...seen, tenant: 'seen', state: 'claimed' as const }]
  await observeBindings(store, { present, gone: [], at: NOW })
  const actor = { name: 'operator', role: 'operator' }
  const draft = { actor, action: 'release', reason: 'why', ticket: null, requestId: null }
  await new AuditLog(store, () => NOW).refused({ ...draft, targets: ['Claim/c-9', 'GlobalAccount/acted-on'] }, 'no')

  for (const id of ['claimed', 'seen', 'acted-on']) expect(await isRecorded(db, id), id).toBe(true)
  for (const id of ['nobody', '', 'claime', 'CLAIMED', 'c-9']) expect(await isRecorded(db, id), id).toBe(false)
})
