import { describe, expect, test } from 'vitest'
import { adopt } from '#lib/services/landscape/adopt.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { endAdopted } from '#lib/store/claims/adopted.ts'
import { waitUntil } from '../kit/wait.ts'
import { ACTOR, CALLER, FREE, SHARED, world } from './claim-world.ts'
import { awsRequest, trialRequest } from './schedules/test-rules.ts'

describe('a release', () => {
  test('of the last claim marks the account dirty, of an earlier one does not', async () => {
    const { claim, service, labels } = await world({ a: FREE })
    const first = await claim(awsRequest('t-1'), 'k1')
    const second = await claim(awsRequest('t-1'), 'k2')
    expect((await service.release(first.claim.id, CALLER)).claim).toMatchObject({ status: 'released' })
    expect((await labels('a')).dirty).toBeUndefined()
    const last = await service.release(second.claim.id, CALLER)
    expect(last.claim).toMatchObject({ status: 'released', message: 'The account was marked dirty.' })
    expect(await labels('a')).toMatchObject({ dirty: 'true', tenantName: 't-1' })
    expect((await service.release(second.claim.id, CALLER)).claim).toEqual(last.claim)
  })

  test('waits for the shoot of its cluster, and does not mark an account with other clusters', async () => {
    const { claim, service, labels, shoot, start } = await world({ a: FREE })
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    await service.setCluster(first.id, 'c-1', CALLER)
    shoot('c-1', 'a', 't-1')
    expect((await start('p')).inventory.shootCount).toBe(1)
    expect((await service.release(first.id, CALLER)).claim.status).toBe('releasing')
    const { claim: other } = await claim(awsRequest('t-1'), 'k2')
    expect((await service.release(other.id, CALLER)).claim).toMatchObject({
      status: 'released',
      message: expect.stringMatching(/use/),
    })
    expect((await labels('a')).dirty).toBeUndefined()
  })

  test('marks every binding of the account, so that no free one offers it', async () => {
    const { claim, add, start, labels } = await world({})
    add('twin', FREE, ['twin-1', 'twin-2'])
    const { service } = await start('p2')
    const { claim: done } = await claim(awsRequest('t-1'), 'k1', service)
    expect((await service.release(done.id, CALLER)).claim.message).toBe('The account was marked dirty.')
    expect((await labels('twin-1')).dirty).toBe('true')
    expect((await labels('twin-2')).dirty).toBe('true')
    expect((await claim(awsRequest('t-2'), 'k2', service)).claim.status).toBe('waiting')
  })

  test('does not mark a previously claimed account where dangerous actions need two persons', async () => {
    const { claim, service, labels, shoot, start } = await world(
      { a: { ...FREE, tenantName: 't-1' }, b: { ...FREE, tenantName: 't-2' }, c: FREE },
      { twoPersons: true },
    )
    const { claim: mere } = await claim(awsRequest('t-1'), 'k1')
    expect((await service.release(mere.id, CALLER)).claim).toMatchObject({
      status: 'released',
      message: expect.stringContaining('needs the approval of a second person'),
    })
    expect((await labels('a')).dirty).toBeUndefined()
    const { claim: used } = await claim(awsRequest('t-2'), 'k2')
    await service.setCluster(used.id, 'c-2', CALLER)
    shoot('c-2', 'b', 't-2')
    const { service: later } = await start('p2')
    await later.sweep()
    expect((await later.get(used.id)).claim).toMatchObject({ status: 'active', outcome: 'reuse', hadCluster: true })
    expect((await later.release(used.id, CALLER)).claim.status).toBe('releasing')
    const { claim: fresh } = await claim(awsRequest('t-3'), 'k3')
    expect((await service.release(fresh.id, CALLER)).claim.message).toBe('The account was marked dirty.')
    expect((await labels('c')).dirty).toBe('true')
  })

  test('that is requested several times happens once, and every request is recorded as accepted', async () => {
    const { claim, start, store } = await world({ a: FREE })
    const { service } = await start('p2')
    const { claim: one } = await claim(awsRequest('t-1'), 'k1')
    const answers = await Promise.all([...'123456'].map(() => service.release(one.id, CALLER)))
    expect(answers.filter(({ claim: { status } }) => status !== 'released' && status !== 'releasing')).toEqual([])
    const outcomes = async () => {
      const said = await store.db.auditStatus.findMany({ where: { intent: { action: 'release' } } })
      return new Set(said.map(({ outcome }) => outcome))
    }
    await waitUntil(async () => !(await outcomes()).has('open'))
    expect(await outcomes()).toEqual(new Set(['accepted']))
  })

  test('a claim whose cluster exists cannot be set to another one', async () => {
    const { claim, service: before, shoot, start } = await world({ a: FREE })
    const { claim: one } = await claim(awsRequest('t-1'), 'k1')
    await before.setCluster(one.id, 'c-1', CALLER)
    shoot('c-1', 'a', 't-1')
    const { service } = await start('p2')
    await expect(service.setCluster(one.id, 'c-none', CALLER)).rejects.toThrow(
      'The claim is for the cluster c-1, which still exists.',
    )
    expect((await service.setCluster(one.id, 'c-1', CALLER)).claim.cluster).toBe('c-1')
  })

  test('waits for a write that is in progress on the account', async () => {
    const { claim, service, store, labels } = await world({ a: FREE })
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    // Another process still considers the account free, and takes it.
    const { claim: doomed } = await claim(awsRequest('t-2'), 'k2')
    const { account, binding } = first
    const data = {
      status: 'intent' as const,
      outcome: 'claim' as const,
      account,
      bindingKind: binding?.kind ?? null,
      bindingNamespace: binding?.namespace ?? null,
      bindingName: binding?.name ?? null,
      holder: 'p9',
      leaseUntil: new Date(Date.now() + 3_000),
    }
    await store.db.claim.update({ where: { id: doomed.id }, data })
    expect((await service.release(first.id, CALLER)).claim.status).toBe('releasing')
    expect((await labels('a')).dirty).toBeUndefined()
    await waitUntil(async () => {
      await service.sweep()
      return (await service.get(first.id)).claim.status === 'released'
    })
    expect((await labels('a')).dirty).toBe('true')
  })

  test('does not change a shared account', async () => {
    const { claim, service, labels } = await world({ a: SHARED })
    const { claim: done } = await claim(trialRequest('t-1'), 'k1')
    expect((await service.release(done.id, CALLER)).claim.status).toBe('released')
    expect((await labels('a')).dirty).toBeUndefined()
  })

  test('makes a later claim select another account', async () => {
    const { claim, service } = await world({ a: FREE, b: FREE })
    const { claim: first } = await claim(awsRequest('t-1'), 'k1')
    await service.release(first.id, CALLER)
    const { claim: second } = await claim(awsRequest('t-1'), 'k2')
    expect(second.status).toBe('reserved')
    expect(second.account).not.toBe(first.account)
  })
})

describe('an adopted landscape', () => {
  const BY_HAND = { actor: ACTOR, reason: 'a test', noted: false, dryRun: false }

  test('counts each cluster once, and claims fill the account up to the limit', async () => {
    const { claim, shoot, start, store } = await world(
      { a: { ...FREE, tenantName: 't-1' }, b: FREE },
      { allowed: ['t-1'], limits: { default: 3, providers: {} } },
    )
    shoot('c-1', 'a', 't-1')
    shoot('c-2', 'a', 't-1')
    const { service, inventory } = await start('p2')
    const report = await adopt({ store, inventory, audit: new AuditLog(store) }, BY_HAND)
    expect(report).toMatchObject({ registered: 2, globalAccounts: 1, accounts: 1 })
    const { foreseen, count } = await service.preview(awsRequest('t-1'))
    expect(foreseen).toMatchObject({ kind: 'take', outcome: { kind: 'reuse', clustersAfter: 3 } })
    expect(count(`Secret/${inventory.namespace}/a`)).toEqual({ database: 2, reserved: 0, onlyInGardener: 0 })
    expect((await claim(awsRequest('t-1'), 'k1', service)).claim.binding?.name).toBe('a')
    expect((await claim(awsRequest('t-1'), 'k2', service)).claim.binding?.name).toBe('b')
  })

  test('does not offer a free account with a running cluster to another global account', async () => {
    const { claim, shoot, start, store } = await world({ a: FREE })
    shoot('c-1', 'a', 't-1')
    const { service, inventory } = await start('p2')
    await adopt({ store, inventory, audit: new AuditLog(store) }, BY_HAND)
    expect((await claim(awsRequest('t-2'), 'k1', service)).claim.status).toBe('waiting')
  })

  test('releases the account after its adopted clusters are deleted, even if that is noticed late', async () => {
    const { claim, service, labels, store } = await world({ a: FREE })
    const { claim: own } = await claim(awsRequest('t-1'), 'k1')
    const row = await store.db.claim.findUniqueOrThrow({ where: { id: own.id } })
    const { id: _id, ticket: _ticket, request: _request, reasoning: _reasoning, ...fields } = row
    await store.db.claim.create({
      data: {
        ...fields,
        id: 'gone',
        idempotencyKey: 'adopted:gone',
        request: {},
        adopted: true,
        status: 'active',
        cluster: 'c-0',
      },
    })
    expect((await service.release(own.id, CALLER)).claim.status).toBe('releasing')
    await service.sweep()
    expect((await service.get(own.id)).claim.status).toBe('releasing')
    await endAdopted(store.db, ['gone'], 'Its cluster is gone.', 1n)
    await service.sweep()
    expect((await service.get(own.id)).claim).toMatchObject({
      status: 'released',
      message: 'The account was marked dirty.',
    })
    expect((await labels('a')).dirty).toBe('true')
  })
})
