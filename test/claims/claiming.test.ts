import { describe, expect, test } from 'vitest'
import { DEFAULT_RULES, formatRule } from '#lib/hap/rules/rule.ts'
import { verifyAudit } from '#lib/store/audit/verify.ts'
import { readGrounds } from '#lib/store/claims/claim-grounds.ts'
import { storeLedger } from '#lib/store/claims/store-ledger.ts'
import { waitUntil } from '../kit/wait.ts'
import { accountObjects, bindingObject } from './account-objects.ts'
import { CALLER, FREE, SHARED, world } from './claim-world.ts'
import { awsRequest, rulesetOf, testRules, trialRequest } from './schedules/test-rules.ts'

describe('a dedicated account', () => {
  test('is claimed once, then reused, and each selection increments its epoch', async () => {
    const { claim, labels, service } = await world({ a: FREE })
    const first = await claim(awsRequest('t-1'), 'k1')
    expect(first).toMatchObject({ position: null, claim: { status: 'reserved', outcome: 'claim', epoch: 1 } })
    expect(await labels('a')).toMatchObject({ tenantName: 't-1', epoch: '1' })
    const second = await claim(awsRequest('t-1'), 'k2')
    expect(second).toMatchObject({ claim: { status: 'reserved', outcome: 'reuse', epoch: 2, binding: { name: 'a' } } })
    expect(await labels('a')).toMatchObject({ tenantName: 't-1', epoch: '2' })
    expect((await service.list({ tenant: 't-1', offset: 0, limit: 10 })).total).toBe(2)
  })

  test('is available to the next claim when new rules send the waiting ones to another pool', async () => {
    const { claim, start, add } = await world({})
    for (const n of [1, 2]) expect((await claim(awsRequest(`t-${n}`), `k${n}`)).claim.poolKey).toBe('aws')
    const changed = testRules([], null, rulesetOf([...DEFAULT_RULES, 'aws(PR=cf-eu10) -> EU']))
    add('a', FREE)
    const { service } = await start('p2', () => changed)
    await service.processQueue('aws')
    const { claims } = await service.list({ statuses: ['waiting'], offset: 0, limit: 10 })
    expect(claims.map(({ poolKey }) => poolKey)).toEqual(['aws~eu', 'aws~eu'])
    expect((await service.get(claims.at(-1)?.id ?? '')).position).toBe(1)
    const next = await claim({ ...awsRequest('t-3'), platformRegion: 'cf-us10' }, 'k3', service)
    expect(next.claim).toMatchObject({ status: 'reserved', account: expect.stringMatching(/\/a$/) })
  })

  test('stores the reasoning of a claim, and records it', async () => {
    const { claim, store } = await world({ a: FREE })
    const { claim: done } = await claim(awsRequest('t-1'), 'k1')
    const row = await store.db.claim.findUniqueOrThrow({ where: { id: done.id } })
    expect(row).toMatchObject({
      semantics: 'documented',
      rulesRevision: 'test',
      selector: expect.stringContaining('!dirty'),
    })
    expect(row.reasoning).toMatchObject({ outcome: 'claim', rule: { text: 'aws' }, steps: [{}, { purpose: 'claim' }] })
    const { rulesRevision, settingsVersion, semantics, selector, reasoning } = row
    const ruleTexts = testRules().selection.ruleset.rules.map(formatRule)
    const kept = { rulesRevision, ruleTexts, settingsVersion, semantics, selector, reasoning }
    expect(await readGrounds(store.db, done.id)).toEqual(kept)
    await waitUntil(async () => (await store.db.auditEntry.count()) === 2)
    const [intent, outcome] = await store.db.auditEntry.findMany({ orderBy: { seq: 'asc' } })
    expect(intent).toMatchObject({ action: 'claim', actor: 'olga', targets: [`Claim/${done.id}`, 'GlobalAccount/t-1'] })
    expect(outcome).toMatchObject({ outcome: 'accepted', intentSeq: intent?.seq })
    expect(await verifyAudit(store.db)).toMatchObject({ ok: true })
  })

  test('stores which rules were not chosen, and which accounts were unavailable', async () => {
    const rules = testRules([], null, rulesetOf([...DEFAULT_RULES, 'aws(PR=cf-eu10)']))
    const { start, claim, store, namespace, garden } = await world({ fenced: FREE, elsewhere: SHARED })
    garden.loadAll([
      ...accountObjects(namespace, 'split', FREE),
      bindingObject(namespace, 'split-too', { ...FREE, tenantName: 't-9' }, 'split'),
    ])
    for (const name of ['fenced', 'elsewhere'])
      await storeLedger(store).acquireFence(`Secret/${namespace}/${name}`, 'an operation')
    const { service } = await start('p2', () => ({ ...rules, revision: 'three' }))
    const { claim: waiting } = await claim(awsRequest('t-1'), 'k1', service)
    expect(waiting.status).toBe('waiting')
    const why = await readGrounds(store.db, waiting.id)
    expect(why?.ruleTexts).toEqual([...DEFAULT_RULES, 'aws(PR=cf-eu10)'])
    expect(why?.reasoning?.passedOver).toEqual([{ account: `Secret/${namespace}/fenced`, why: 'fenced' }])
    const candidates = why?.reasoning?.steps.flatMap(step => step.candidates) ?? []
    expect(candidates.map(({ name, reason, words }) => [name, reason, words])).toEqual([
      ['split', 'split', 'another binding of its account, split-too, is claimed'],
    ])
    expect(why?.reasoning?.rules).toMatchObject({
      rules: [
        { text: 'aws(PR=cf-eu10)', verdict: 'chosen' },
        { text: 'aws', verdict: 'less-specific', words: 'less specific (0 vs. 1)' },
        { text: 'aws(PR=cf-eu11) -> EU', verdict: 'no-match', platformRegion: { wanted: 'cf-eu11', ok: false } },
      ],
      matching: 2,
      moreRules: 0,
    })
  })

  test('is shared by ten simultaneous first requests of a tenant in two processes', async () => {
    const { claim, start } = await world({ a: FREE, b: FREE, c: FREE, d: FREE })
    const other = await start('p2')
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => claim(awsRequest('t-1'), `k${n}`, n % 2 === 0 ? undefined : other.service)),
    )
    expect(new Set(answers.map(({ claim: { account } }) => account)).size).toBe(1)
    expect(answers.filter(({ claim: { outcome } }) => outcome === 'claim')).toHaveLength(1)
  })

  test('goes to one tenant each for simultaneous claims, and the remaining ones wait', async () => {
    const { claim, service, start } = await world({ a: FREE, b: FREE, c: FREE, d: FREE, e: FREE })
    const other = await start('p2')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        claim(awsRequest(`t-${n}`), `k${n}`, n % 2 === 0 ? undefined : other.service),
      ),
    )
    const reserved = answers.filter(({ claim: { status } }) => status === 'reserved')
    expect(new Set(reserved.map(({ claim: { account } }) => account)).size).toBe(5)
    expect(reserved).toHaveLength(5)
    // An answer has the position at the time it was given.
    const answered = answers.filter(({ claim: { status } }) => status === 'waiting')
    const waiting = await Promise.all(answered.map(({ claim: { id } }) => service.get(id)))
    expect(waiting.map(each => each?.position).toSorted()).toEqual([1, 2, 3])
    expect(waiting[0]?.claim.message).toMatch(/^Waits: /)
  })

  test('of a tenant on the allowlist takes clusters up to the limit for simultaneous claims', async () => {
    const { claim, start, store } = await world(
      { a: FREE, b: FREE, c: FREE },
      { allowed: ['t-1'], limits: { default: 5, providers: {} } },
    )
    const other = await start('p2')
    await Promise.all(
      Array.from({ length: 13 }, (_, n) => claim(awsRequest('t-1'), `k${n}`, n % 2 === 0 ? undefined : other.service)),
    )
    const groups = await store.db.claim.groupBy({ by: ['account'], _count: true, orderBy: { account: 'asc' } })
    expect(groups.map(({ _count }) => _count).toSorted()).toEqual([3, 5, 5])
  })

  test('counts unregistered shoots, and a registered one once', async () => {
    const { claim, shoot, service, start } = await world(
      { a: { ...FREE, tenantName: 't-1' }, b: FREE },
      { allowed: ['t-1'], limits: { default: 3, providers: {} } },
    )
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    await service.setCluster(first.id, 'c-1', CALLER)
    shoot('c-1', 'a', 't-1')
    shoot('c-2', 'a', 't-1')
    const { service: later } = await start('p2')
    await later.sweep()
    expect(await later.get(first.id)).toMatchObject({ claim: { status: 'active', cluster: 'c-1' } })
    expect((await claim(awsRequest('t-1'), 'k2', later)).claim.binding?.name).toBe('a')
    expect((await claim(awsRequest('t-1'), 'k3', later)).claim.binding?.name).toBe('b')
  })

  test('with two bindings counts as one account', async () => {
    const { claim, add, start } = await world({})
    add('twin', FREE, ['twin-1', 'twin-2'])
    const { service } = await start('p2')
    const answers = await Promise.all(['t-1', 't-2'].map(tenant => claim(awsRequest(tenant), tenant, service)))
    expect(answers.map(({ claim: { status } }) => status).toSorted()).toEqual(['reserved', 'waiting'])
    const waiting = answers.find(({ claim: { status } }) => status === 'waiting')?.claim.id ?? ''
    expect((await service.get(waiting)).claim.message).toBe(
      'Waits: pool aws has no usable binding; 1 account with a free binding is claimed.',
    )
  })

  test.each([
    ['reuse', { ...FREE, tenantName: 't-1' }, FREE, awsRequest('t-1')],
    ['shared', SHARED, SHARED, trialRequest('t-1')],
  ] as const)('with a dirty binding is not offered by its other binding: %s', async (_, labels, others, request) => {
    const { garden, namespace, claim, add, start } = await world({})
    add('twin', labels, ['a-1'])
    garden.loadAll([bindingObject(namespace, 'a-2', { ...FREE, tenantName: 't-1', dirty: 'true' }, 'twin')])
    add('b', others)
    const { service: later } = await start('p2')
    expect((await later.preview(request)).foreseen).toMatchObject({ kind: 'take', outcome: { binding: { name: 'b' } } })
    expect((await claim(request, 'k1', later)).claim).toMatchObject({ status: 'reserved', binding: { name: 'b' } })
  })
})

describe('shared accounts', () => {
  test('are assigned in turn for simultaneous claims', async () => {
    const { claim, start, store } = await world({ a: SHARED, b: SHARED, c: SHARED })
    const other = await start('p2')
    await Promise.all(
      Array.from({ length: 20 }, (_, n) => claim(trialRequest(`t-${n}`), `k${n}`, n % 2 ? undefined : other.service)),
    )
    const groups = await store.db.claim.groupBy({ by: ['account'], _count: true })
    expect(groups.map(({ _count }) => _count).toSorted()).toEqual([6, 7, 7])
  })
})

describe('an idempotency key', () => {
  test('returns the same account, for simultaneous requests and after a lost response', async () => {
    const { claim, start, store } = await world({ a: FREE, b: FREE })
    const other = await start('p2')
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => claim(awsRequest('t-1'), 'k1', n % 2 === 0 ? undefined : other.service)),
    )
    expect(new Set(answers.map(({ claim: { id, account } }) => `${id} ${account}`)).size).toBe(1)
    expect(await claim(awsRequest('t-1'), 'k1')).toEqual(answers[0])
    expect(await store.db.claim.count()).toBe(1)
  })

  test('does not replace the operator role', async () => {
    const { service } = await world({ a: FREE })
    const viewer = { actor: { name: 'vera', role: 'viewer' }, requestId: null }
    const asked = { request: awsRequest('t-1'), cluster: null, ...viewer }
    await expect(service.claim(asked, 'k1')).rejects.toMatchObject({ status: 403 })
    await expect(service.release('x', viewer)).rejects.toMatchObject({ status: 403 })
    await expect(service.setCluster('x', 'c-1', viewer)).rejects.toMatchObject({ status: 403 })
  })

  test('is refused with another request', async () => {
    const { claim, service } = await world({ a: FREE })
    await claim(awsRequest('t-1'), 'k1')
    await expect(claim(awsRequest('t-2'), 'k1')).rejects.toMatchObject({ status: 409 })
    const forCluster = { request: awsRequest('t-1'), cluster: 'c-1', ...CALLER }
    await expect(service.claim(forCluster, 'k1')).rejects.toMatchObject({ status: 409 })
  })

  test('of a failed claim is refused while another claim has its cluster', async () => {
    const { garden, service, labels } = await world({ a: { ...FREE, tenantName: 't-1' } })
    const forCluster = { request: awsRequest('t-1'), cluster: 'c-1', ...CALLER }
    const refusal = { type: 'status', status: 403, reason: 'Forbidden' } as const
    garden.faults.add({ match: { verb: 'patch', userAgent: 'hap-console/claims' }, times: 1, mishap: refusal })
    await expect(service.claim(forCluster, 'k1')).rejects.toMatchObject({ status: 503 })
    const { claim: other } = await service.claim(forCluster, 'k2')
    expect(other).toMatchObject({ status: 'reserved' })
    const why = { status: 409, message: 'Another claim already names the cluster c-1.' }
    await expect(service.claim(forCluster, 'k1')).rejects.toMatchObject(why)
    expect(await labels('a')).toMatchObject({ epoch: '1' })
    await service.release(other.id, CALLER)
  })

  test('returns the same refusal for a request without a matching rule', async () => {
    const { claim } = await world({ a: FREE })
    const request = { ...awsRequest('t-1'), plan: 'nonsense' }
    const first = await claim(request, 'k1')
    expect(first.claim).toMatchObject({ status: 'refused', message: expect.stringContaining('nonsense') })
    expect(await claim(request, 'k1')).toEqual(first)
  })
})

describe('the queue', () => {
  test('is served in order when accounts are added', async () => {
    const { claim, service, create } = await world({})
    const ids: string[] = []
    for (const tenant of ['t-1', 't-2', 't-3']) ids.push((await claim(awsRequest(tenant), tenant)).claim.id)
    await create('a', FREE)
    await waitUntil(async () => {
      await service.processQueue('aws')
      return (await service.get(ids[0] ?? '')).claim.status === 'reserved'
    })
    expect((await service.get(ids[1] ?? '')).position).toBe(1)
    expect((await service.get(ids[2] ?? '')).position).toBe(2)
    await service.release(ids[1] ?? '', CALLER)
    await create('b', FREE)
    await waitUntil(async () => {
      await service.sweep()
      return (await service.get(ids[2] ?? '')).claim.status === 'reserved'
    })
  })

  test('is not overtaken by a claim of a free account, but by one on its own account', async () => {
    const { claim, service, add, start, namespace } = await world({ own: { ...FREE, tenantName: 't-9' } })
    await claim(awsRequest('t-1'), 'k1')
    add('a', FREE)
    const { service: later, inventory } = await start('p2')
    expect(inventory.binding(`CredentialsBinding/${namespace}/a`)).not.toBeNull()
    expect((await claim(awsRequest('t-2'), 'k2', later)).claim).toMatchObject({ status: 'waiting' })
    expect((await claim(awsRequest('t-9'), 'k9', later)).claim).toMatchObject({ status: 'reserved', outcome: 'reuse' })
    await service.processQueue('aws')
    await later.processQueue('aws')
    expect((await service.list({ tenant: 't-1', offset: 0, limit: 1 })).claims[0]?.status).toBe('reserved')
  })

  test('reports the current number of claims ahead', async () => {
    const { claim, add, start } = await world({})
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    expect(first.message).toMatch(/^Waits: .* no free binding/)
    add('a', FREE)
    const { service } = await start('p2')
    const { claim: second } = await claim(awsRequest('t-2'), 'k2', service)
    const { claim: third } = await claim(awsRequest('t-3'), 'k3', service)
    const queueState = async () => {
      const { claim, position } = await service.get(third.id)
      return [position, claim.message]
    }
    expect(await queueState()).toEqual([3, 'Waits: 2 requests came earlier for this pool.'])
    expect((await service.list({ tenant: 't-3', offset: 0, limit: 1 })).claims[0]?.message).toBe(
      'Waits: others came earlier for this pool.',
    )
    const released = { status: 'released', message: 'It had no account.' }
    expect((await service.release(first.id, CALLER)).claim).toMatchObject(released)
    expect(await queueState()).toEqual([2, 'Waits: 1 request came earlier for this pool.'])
    await service.release(second.id, CALLER)
    expect(await queueState()).toEqual([1, 'Waits: it is the next for this pool.'])
  })
})
