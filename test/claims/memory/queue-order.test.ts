import { describe, expect, test } from 'vitest'
import { memoryWorld, OLGA } from '../memory-world.ts'
import { awsRequest } from '../schedules/test-rules.ts'

describe('a later claim', () => {
  test.each(['t-2', 't-3', 't-4', 't-5'])(
    'gets an account immediately that only its tenant can use: %s',
    async tenant => {
      const { add, shoot, unwritable, claim } = memoryWorld()
      add('x')
      add('y')
      unwritable.add('y')
      shoot('c-1', 'x', tenant)
      expect(await claim('t-1')).toMatchObject({ status: 'waiting' })
      expect(await claim(tenant)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
    },
  )

  test('gets the account of another claim of its tenant, even if the tenant label was removed', async () => {
    const { add, edit, claim, row, pass } = memoryWorld()
    add('y')
    await claim('t-2', 'first')
    edit('y', { labels: { tenantName: null } })
    expect(await claim('t-1')).toMatchObject({ status: 'waiting' })
    const again = await claim('t-2', 'second')
    await pass(1)
    expect(row(again)).toMatchObject({ status: 'reserved', binding: { name: 'y' } })
  })

  test('does not overtake for an account that any tenant can use', async () => {
    const { add, claim, row, pass } = memoryWorld()
    const first = await claim('t-1')
    add('x')
    const second = await claim('t-2')
    expect(second).toMatchObject({ status: 'waiting', message: 'Waits: 1 request came earlier for this pool.' })
    await pass(1)
    expect(row(first)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
    expect(row(second).status).toBe('waiting')
  })

  test('does not overtake a waiting claim that is currently tried and cannot write its binding', async () => {
    const { add, claim, row, hooks, pass } = memoryWorld()
    const first = await claim('t-1')
    const later: ReturnType<typeof claim>[] = []
    let tried: string | null = null
    hooks.write = ({ name }) => {
      if (tried !== null && name !== tried) return null
      tried = name
      if (later.length === 0) later.push(claim('t-2'))
      return Promise.all(later).then(() => ({ kind: 'refused', message: 'Gardener refused the change.' }))
    }
    add('x')
    add('y')
    await pass(1)
    expect(row(first)).toMatchObject({ status: 'reserved' })
    expect(row(first).binding?.name).not.toBe(tried)
    const [second] = await Promise.all(later)
    expect(second).toMatchObject({ status: 'waiting', message: 'Waits: 1 request came earlier for this pool.' })
  })
})

describe('the queue is not blocked while accounts are free', () => {
  test('by claims of a tenant whose own account cannot be written', async () => {
    const { add, claim, row, unwritable, pass } = memoryWorld()
    const own = []
    for (const key of ['k1', 'k2', 'k3', 'k4', 'k5', 'k6']) own.push(await claim('t-1', key))
    const others = [await claim('t-2'), await claim('t-3')]
    add('own', { tenantName: 't-1' })
    unwritable.add('own')
    for (const free of ['x', 'y', 'z']) add(free)
    await pass(2)
    expect(own.map(each => row(each).status)).toEqual(own.map(() => 'failed'))
    expect(others.map(each => row(each).status)).toEqual(['reserved', 'reserved'])
  })

  test('by an account that could not be written, once it can', async () => {
    const { add, claim, row, unwritable, pass } = memoryWorld()
    const first = await claim('t-1')
    add('x')
    unwritable.add('x')
    await pass(60)
    unwritable.clear()
    await pass(7)
    expect(row(first)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
  })

  test('by an account with a claim of the same tenant for another pool', async () => {
    const { add, drop, service, claim, row, pass } = memoryWorld({ allowed: ['t-1'], limit: 5 })
    const inEu = async (tenant: string, key: string) => {
      const request = { ...awsRequest(tenant), platformRegion: 'cf-eu11' }
      return (await service.claim({ ...OLGA, request, cluster: null }, key)).claim
    }
    const { account } = add('b1')
    await claim('t-1', 'k1')
    const [first, second] = [await inEu('t-1', 'first'), await inEu('t-2', 'second')]
    drop('b1')
    add('b2', { euAccess: 'true' }, { account })
    add('c', { euAccess: 'true' })
    await pass(3)
    expect([row(first).status, row(second).status]).toEqual(['reserved', 'reserved'])
  })
})

describe('the position in the queue', () => {
  test('is kept while the outcome of a write is unknown', async () => {
    const { add, claim, drop, hooks, row, pass } = memoryWorld()
    const [first, second] = [await claim('t-1'), await claim('t-2')]
    let tried: string | null = null
    hooks.write = ({ name }) => {
      tried ??= name
      return name === tried ? { kind: 'unknown' } : null
    }
    add('x')
    add('y')
    await pass(1)
    expect(row(first)).toMatchObject({ status: 'intent', holder: null })
    const third = await claim('t-3')
    await pass(1)
    expect([row(second).status, third.status]).toEqual(['waiting', 'waiting'])
    drop(tried ?? '')
    hooks.write = undefined
    await pass(2)
    expect(row(first)).toMatchObject({ status: 'reserved' })
  })

  test('is lost when a claim fails: a retry comes last', async () => {
    const { add, claim, drop, row, unwritable, pass } = memoryWorld()
    add('own', { tenantName: 't-1' })
    unwritable.add('own')
    await expect(claim('t-1', 'old')).rejects.toThrow()
    drop('own')
    const waiting = await claim('t-2')
    add('x')
    expect(await claim('t-1', 'old')).toMatchObject({ status: 'waiting' })
    await pass(1)
    expect(row(waiting)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
  })

  test('is lost when the cluster of the claim now belongs to another global account', async () => {
    const { add, claim, shoot, row, pass } = memoryWorld()
    const waiting = await claim('t-1', 'k', 'c-2')
    add('own', { tenantName: 't-2' })
    shoot('c-2', 'own', 't-2')
    add('x')
    await pass(2)
    expect(row(waiting)).toMatchObject({ status: 'failed', message: expect.stringContaining('another global account') })
    expect(await claim('t-2', 'q', 'c-2')).toMatchObject({ status: expect.stringMatching(/reserved|active/) })
  })
})

describe('the position of a claim that counts clusters', () => {
  test('is not overtaken by later claims of its tenant', async () => {
    const { add, claim, service, row, pass } = memoryWorld({ allowed: ['t-1'], limit: 2 })
    add('a', { tenantName: 't-1' })
    const [k1] = [await claim('t-1', 'k1'), await claim('t-1', 'k2')]
    const third = await claim('t-1', 'k3')
    expect(third).toMatchObject({ status: 'waiting' })
    await service.release(k1.id, OLGA)
    const fourth = await claim('t-1', 'k4')
    expect(fourth).toMatchObject({ status: 'waiting', message: 'Waits: 1 request came earlier for this pool.' })
    await pass(1)
    expect([row(third).status, row(fourth).status]).toEqual(['reserved', 'waiting'])
  })
})

describe('a long queue', () => {
  test('is processed to its end', async () => {
    const { add, claim, row, pass } = memoryWorld()
    for (let n = 0; n < 501; n++) await claim(`t-${n}`)
    const last = await claim('t-last')
    add('own', { tenantName: 't-last' })
    await pass(1)
    expect(row(last)).toMatchObject({ status: 'reserved', binding: { name: 'own' } })
  })

  test('is processed to its end in one sweep when claims of its first page leave it', async () => {
    const { add, claim, row, pass } = memoryWorld()
    for (let n = 0; n < 499; n++) await claim(`t-${n}`)
    const later = []
    for (const tenant of ['t-499', 't-500', 't-501', 't-502']) later.push(await claim(tenant))
    for (const name of ['x', 'y']) add(name)
    for (const { tenant } of later) add(`own-${tenant}`, { tenantName: tenant })
    await pass(1)
    expect(later.map(each => row(each).status)).toEqual(later.map(() => 'reserved'))
  })
})

describe('claims that wait for an unavailable account', () => {
  test('write no audit entries while their tenant is at its limit', async () => {
    const { add, claim, pass, intents } = memoryWorld({ allowed: ['t-1'], limit: 2 })
    add('a', { tenantName: 't-1' })
    for (const key of ['k1', 'k2']) expect(await claim('t-1', key)).toMatchObject({ status: 'reserved' })
    for (const key of ['k3', 'k4', 'k5']) expect(await claim('t-1', key)).toMatchObject({ status: 'waiting' })
    const before = intents()
    await pass(30)
    expect(intents()).toBe(before)
  })

  test('write no audit entries while another binding of their account is dirty', async () => {
    const { add, claim, pass, intents } = memoryWorld()
    const { account } = add('a', { tenantName: 't-1' })
    add('a2', { tenantName: 't-0', dirty: 'true' }, { account })
    expect(await claim('t-1')).toMatchObject({ status: 'waiting' })
    const before = intents()
    await pass(30)
    expect(intents()).toBe(before)
  })
})
