import { describe, expect, onTestFinished, test } from 'vitest'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS } from '#lib/garden/resources/resource.ts'
import type { OutcomePreview } from '#lib/services/claims/preview-outcome.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { accessBy } from '../garden/access-by.ts'
import { waitUntil } from '../kit/wait.ts'
import { accountObjects, bindingObject } from './account-objects.ts'
import { FREE, SHARED, world } from './claim-world.ts'
import { awsRequest, testRules, trialRequest } from './schedules/test-rules.ts'
import { serviceOn } from './service-on.ts'

describe('the preview of a claim', () => {
  /** The preview in a few words. */
  function words({ foreseen, obstacles }: OutcomePreview): string {
    const why = [...obstacles].map(([account, obstacle]) => `${account.split('/').at(-1)} ${obstacle}`)
    const rest = why.length === 0 ? '' : `, ${why.join(', ')}`
    if (foreseen.kind === 'take') return `${foreseen.outcome.kind} ${foreseen.outcome.binding.name}${rest}`
    return `${foreseen.kind}${foreseen.kind === 'wait' ? ` behind ${foreseen.ahead}` : ''}${rest}`
  }

  test('predicts the outcome for every tenant, and writes nothing', async () => {
    const limits = { default: 2, providers: {} }
    const { service, claim, store, start, labels } = await world(
      { a: FREE, b: FREE, c: FREE, s1: SHARED, s2: SHARED },
      { allowed: ['t-1'], limits },
    )
    expect(words(await service.preview(awsRequest('t-1')))).toMatch(/^claim /)
    expect([await store.db.claim.count(), await store.db.auditEntry.count()]).toEqual([0, 0])
    expect((await labels('a')).epoch).toBe('0')
    const other = await start('p2')
    const requests = ['t-1', 't-2', 't-1', 't-1', 't-3', 't-4', 't-2', 't-5'].map(awsRequest)
    for (const [n, request] of [...requests, trialRequest('t-9'), trialRequest('t-9'), trialRequest('t-1')].entries()) {
      const { foreseen } = await service.preview(request)
      const { claim: done, position } = await claim(request, `k${n}`, n % 2 === 0 ? other.service : service)
      if (foreseen.kind === 'take') {
        expect(done).toMatchObject({ outcome: foreseen.outcome.kind, binding: { name: foreseen.outcome.binding.name } })
      } else
        expect({ foreseen, status: done.status }).toEqual({
          foreseen: { kind: 'wait', ahead: (position ?? 0) - 1 },
          status: 'waiting',
        })
    }
    expect(await store.db.claim.count({ where: { status: 'waiting' } })).toBe(3)
  })

  test('considers accounts that another binding shows as claimed', async () => {
    const { garden, namespace, start } = await world({})
    garden.loadAll([
      ...accountObjects(namespace, 'a', FREE),
      bindingObject(namespace, 'a-too', { ...FREE, tenantName: 't-9' }, 'a'),
    ])
    const { service } = await start('p2')
    expect(words(await service.preview(awsRequest('t-1')))).toBe('wait behind 0')
  })

  test('considers fences, and claims of others whose labels were removed', async () => {
    const { admin, service, store, namespace, claim, labels } = await world({ a: FREE })
    const request = awsRequest('t-1')
    const fence = await storeLedger(store).acquireFence(`Secret/${namespace}/a`, 'an operation')
    if ('kind' in fence) throw new Error('it is not free')
    expect(words(await service.preview(request))).toBe('wait behind 0, a fenced')
    await storeLedger(store).releaseFence(fence)
    await claim(request, 'k1')
    const place = { resource: CREDENTIALS_BINDINGS, namespace, name: 'a' }
    const { metadata } = await admin.get<KubeObject>(place)
    const options = { resourceVersion: metadata?.resourceVersion ?? '' }
    await admin.patch(place, { metadata: { labels: { tenantName: null } } }, options)
    expect((await labels('a')).tenantName).toBeUndefined()
    await waitUntil(async () => words(await service.preview(awsRequest('t-2'))) === 'wait behind 0, a foreign')
    await store.db.claim.updateMany({ data: { status: 'intent', outcome: 'claim' } })
    expect(words(await service.preview(awsRequest('t-2')))).toBe('wait behind 0, a being-taken')
    expect(words(await service.preview(request))).toBe('behind, a being-taken')
  })

  test('is refused like the claim', async () => {
    const { service } = await world({ a: FREE })
    const { foreseen } = await service.preview({ ...awsRequest('t-1'), plan: 'nonsense' })
    expect(foreseen).toMatchObject({ kind: 'refuse', message: expect.stringContaining('nonsense') })
  })

  test('fails in time when the database hangs', async () => {
    const { garden, store, namespace } = await world({ a: FREE })
    const hanging = { ...storeLedger(store), previewFacts: () => new Promise<never>(() => {}) }
    const access = accessBy(garden.kubeconfig('admin'))
    const rules = () => testRules()
    const change = { ledger: hanging, clock: { now: Date.now, random: Math.random, sleep: async () => {} } }
    const running = await serviceOn({ access, namespace, store, holder: 'p', rules, errors: [], change })
    onTestFinished(() => running.stop())
    await expect(running.service.preview(awsRequest('t-1'))).rejects.toMatchObject({ status: 503 })
  })
})
