import { describe, expect, test } from 'vitest'
import { memoryWorld } from '../memory-world.ts'

describe('a claim for a running cluster', () => {
  test.each([['c-1'], ['run-1']])('gets its account even if it is full: named %s', async called => {
    const { add, shoot, claim, owned, row, pass } = memoryWorld({ allowed: ['t'], limit: 1 })
    add('b1', { tenantName: 't' })
    add('b2')
    shoot('c-1', 'b1', 't', 'run-1')
    shoot('c-2', 'b1', 't')
    const made = await claim('t', 'k1', called)
    expect(made).toMatchObject({ status: 'reserved', outcome: 'reuse', binding: { name: 'b1' } })
    expect(made.message).toBe(`Reuses b1. The cluster ${called} already runs there, so no limit applies.`)
    expect(owned('t')).toEqual(['b1'])
    await pass(1)
    expect(row(made).status).toBe('active')
    // Counted once: the next claim finds a full account.
    expect(await claim('t', 'k2', 'c-3')).toMatchObject({ outcome: 'claim', binding: { name: 'b2' } })
  })

  test.each([[['t']], [[]]])(
    'gets the one of several own accounts with the cluster; on the allowlist: %j',
    async allowed => {
      const { add, shoot, claim } = memoryWorld({ allowed, limit: 5 })
      for (const name of ['b1', 'b2', 'b3']) add(name, { tenantName: 't' })
      shoot('c-1', 'b2', 't')
      shoot('c-2', 'b1', 't')
      expect(await claim('t', 'k1', 'c-1')).toMatchObject({ outcome: 'reuse', binding: { name: 'b2' } })
    },
  )

  test('does not wait in the queue, as it adds no cluster', async () => {
    const { add, shoot, claim } = memoryWorld({ allowed: ['t'], limit: 1 })
    add('b1', { tenantName: 't' })
    shoot('c-1', 'b1', 't')
    expect(await claim('t', 'k1', 'c-2')).toMatchObject({ status: 'waiting' })
    expect(await claim('t', 'k2', 'c-1')).toMatchObject({ status: 'reserved', binding: { name: 'b1' } })
  })

  test.each([
    ['of a tenant who may own one', [], { tenantName: 't' }],
    ['of a tenant who may own multiple', ['t'], { tenantName: 't' }],
    ['without a tenant', [], {}],
  ])('may be retried while Gardener refuses its account, %s', async (_, allowed, labels) => {
    const { add, shoot, claim, refuse } = memoryWorld({ allowed, limit: 5 })
    add('b1', labels)
    add('b2')
    shoot('c-1', 'b1', 't')
    refuse('b1')
    await expect(claim('t', 'k1', 'c-1')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('cannot be written: its Secret is missing'),
    })
    refuse(null)
    expect(await claim('t', 'k1', 'c-1')).toMatchObject({ status: 'reserved', binding: { name: 'b1' } })
  })

  test.each([
    ['dirty', { tenantName: 't', dirty: 'true' }],
    ['of another pool', { tenantName: 't', hyperscalerType: 'azure' }],
    ["another tenant's", { tenantName: 'other' }],
  ])('is refused, and gets no other account, when its account is %s', async (_, labels) => {
    const { add, shoot, claim, binding } = memoryWorld()
    add('b1', labels)
    add('b2')
    shoot('c-1', 'b1', 't')
    const made = await claim('t', 'k1', 'c-1')
    expect(made.status).toBe('refused')
    expect(made.message).toMatch(/^The cluster c-1 already runs on the account of b1, which a request for pool aws/)
    expect(binding('b2').labels.tenantName).toBeUndefined()
  })
})
