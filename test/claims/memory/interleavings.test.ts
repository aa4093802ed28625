import { describe, expect, test } from 'vitest'
import { cleanedHoldChange, undoDirtyChange } from '#lib/hap/lifecycle/cleaning.ts'
import { holdChange } from '#lib/hap/lifecycle/hold.ts'
import { memoryWorld, OLGA } from '../memory-world.ts'

describe('a list response that is older than the watch', () => {
  test('does not hide an account that became free since', async () => {
    const { add, edit, hooks, claim, row, pass } = memoryWorld()
    add('x', { tenantName: 'old', dirty: 'true' })
    hooks.listed = () => {
      hooks.listed = undefined
      edit('x', { labels: { tenantName: null, dirty: null } })
    }
    const waiting = await claim('t-1')
    await pass(1)
    expect(row(waiting)).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
  })

  test('does not hide the account of a tenant, which therefore gets no second one', async () => {
    const { add, edit, hooks, claim, owned } = memoryWorld()
    add('y', { tenantName: 't-1', dirty: 'true' })
    hooks.listed = () => {
      hooks.listed = undefined
      edit('y', undoDirtyChange)
    }
    expect(await claim('t-9')).toMatchObject({ status: 'waiting' })
    add('new-1')
    add('new-2')
    expect(await claim('t-1')).toMatchObject({ status: 'reserved', outcome: 'reuse', binding: { name: 'y' } })
    expect(owned('t-1')).toEqual(['y'])
  })
})

describe('a binding that is deleted while a list response with it is in flight', () => {
  test('is removed at the first write', async () => {
    const { add, drop, hooks, claim, owned, pass } = memoryWorld()
    add('x', { tenantName: 't-1' })
    hooks.listed = () => {
      hooks.listed = undefined
      drop('x')
    }
    expect(await claim('t-9')).toMatchObject({ status: 'waiting' })
    add('new-1')
    add('new-2')
    await pass(1)
    expect(await claim('t-1')).toMatchObject({ status: 'reserved', outcome: 'claim' })
    expect(owned('t-1')).toHaveLength(1)
  })
})

describe('a write with an unknown outcome', () => {
  test('delays its claim even if the next write is refused: no other account is taken', async () => {
    const { add, hooks, claim, owned, pass } = memoryWorld()
    add('x')
    add('y')
    let late = () => {}
    let writes = 0
    hooks.write = (_, land) => {
      writes++
      if (writes === 1) late = land
      if (writes === 1) return { kind: 'unknown' }
      return writes === 2 ? { kind: 'refused', message: 'Gardener does not know the console at the moment.' } : null
    }
    await expect(claim('t-1')).rejects.toThrow('could not be completed in time')
    late()
    await pass(4)
    expect(await claim('t-1')).toMatchObject({ status: 'reserved' })
    expect(owned('t-1')).toHaveLength(1)
  })

  test('marks no binding dirty under a later claim when it lands', async () => {
    const { hooks, claim, service, binding, names, pass, row } = twins()
    const first = await claim('t-1')
    const other = names.find(name => name !== first.binding?.name) ?? ''
    let late = () => {}
    hooks.write = (read, land) => {
      if (read.name !== other) return null
      late = land
      return { kind: 'unknown' }
    }
    await service.release(first.id, OLGA)
    hooks.write = undefined
    const next = await claim('t-1', 'next')
    late()
    await pass(10)
    expect(next).toMatchObject({ status: 'waiting' })
    expect(names.map(name => binding(name).labels.dirty)).toEqual(['true', 'true'])
    expect(row(first).status).toBe('released')
  })
})

describe('an account with two bindings', () => {
  test('keeps its labels while the binding of the claim cannot be marked', async () => {
    const { unwritable, claim, service, binding, names, pass, row } = twins()
    const own = await claim('t-1')
    unwritable.add(own.binding?.name ?? '')
    await service.release(own.id, OLGA)
    await pass(60)
    expect(row(own).status).toBe('releasing')
    expect(names.map(name => binding(name).labels.dirty)).toEqual([undefined, undefined])
  })
})

function twins() {
  const world = memoryWorld()
  const { account } = world.add('twin-1')
  world.add('twin-2', {}, { account })
  return { ...world, names: ['twin-1', 'twin-2'] }
}

describe('an unconfirmed claim whose write landed', () => {
  async function interrupted() {
    const world = memoryWorld()
    world.add('x')
    world.hooks.reached = point => {
      if (point !== 'after-write') return
      world.hooks.reached = undefined
      throw new Error('killed')
    }
    await expect(world.claim('t-1')).rejects.toThrow()
    expect(world.owned('t-1')).toEqual(['x'])
    return world
  }
  const hold = { reason: 'audit', until: null }

  test('is reverted when the account was put on hold', async () => {
    const { edit, pass, owned } = await interrupted()
    edit('x', (binding, at) => holdChange(binding, hold, at))
    await pass(4)
    expect(owned('t-1')).toEqual([])
  })

  test('leaves the account to its tenant when another client created a cluster with its name', async () => {
    const { edit, shoot, pass, owned } = await interrupted()
    shoot('c-keb', 'x', 't-1')
    edit('x', (binding, at) => holdChange(binding, hold, at))
    await pass(4)
    expect(owned('t-1')).toEqual(['x'])
  })
})

describe('a cluster with two names', () => {
  test('has one claim', async () => {
    const { add, claim, shoot } = memoryWorld({ allowed: ['t-1'], limit: 2 })
    add('a', { tenantName: 't-1' })
    shoot('c-1', 'a', 't-1', 'rt-1')
    await claim('t-1', 'k1', 'c-1')
    await expect(claim('t-1', 'k2', 'rt-1')).rejects.toThrow('Another claim already names the cluster rt-1.')
  })
})

describe('settings that change while a claim waits for its slot', () => {
  test('apply to the decision: a tenant removed from the allowlist gets no second account', async () => {
    const allowed = ['t-1']
    const { add, claim, hooks, owned } = memoryWorld({ allowed, limit: 1 })
    add('a', { tenantName: 't-1' })
    await claim('t-1', 'k1')
    add('b')
    hooks.reached = point => {
      if (point === 'after-slot') allowed.length = 0
    }
    expect(await claim('t-1', 'k2')).toMatchObject({ status: 'reserved', binding: { name: 'a' } })
    expect(owned('t-1')).toEqual(['a'])
  })
})

describe('an account that a process returned before it crashed', () => {
  const dirty = { tenantName: 't-1', dirty: 'true' }

  test('is written before its tenant gets another one, so that the change cannot land later', async () => {
    const { add, recordReturn: givesBack, claim, owned, binding } = memoryWorld()
    add('x', dirty)
    add('y')
    const land = givesBack('x', 't-1', undoDirtyChange)
    expect(await claim('t-1')).toMatchObject({ status: 'reserved', binding: { name: 'y' } })
    land()
    expect(binding('x').labels.dirty).toBe('true')
    expect(owned('t-1')).toEqual(['x', 'y'])
  })

  test('is the one its tenant gets when the change landed', async () => {
    const { add, recordReturn: givesBack, claim, owned } = memoryWorld()
    add('x', dirty)
    add('y')
    givesBack('x', 't-1', undoDirtyChange)()
    expect(await claim('t-1')).toMatchObject({ status: 'reserved', binding: { name: 'x' } })
    expect(owned('t-1')).toEqual(['x'])
  })

  test('delays its tenant while it cannot be written, until no write can be in flight', async () => {
    const { add, recordReturn: givesBack, claim, unwritable, pass, owned } = memoryWorld()
    add('x', dirty)
    add('y')
    givesBack('x', 't-1', undoDirtyChange)
    unwritable.add('x')
    await expect(claim('t-1')).rejects.toThrow('could not be completed in time')
    expect(owned('t-1')).toEqual(['x'])
    await pass(12)
    expect(await claim('t-1')).toMatchObject({ status: 'reserved', binding: { name: 'y' } })
  })
})

describe('an account with an internal binding', () => {
  test('is not offered by its other bindings', async () => {
    const { add, claim } = memoryWorld()
    const { account } = add('a', { internal: 'true' })
    add('a2', {}, { account })
    expect(await claim('t-1')).toMatchObject({ status: 'waiting' })
  })
})

describe('a cluster of another global account', () => {
  const words = (name: string) => `The cluster ${name} belongs to another global account.`

  test.each(['c-2', 'rt-2'])('cannot be claimed for, nor set on a claim: %s', async name => {
    const { add, shoot, claim, service } = memoryWorld()
    for (const free of ['a', 'b', 'c']) add(free)
    add('d', { tenantName: 't-2' })
    shoot('c-2', 'd', 't-2', 'rt-2')
    await expect(claim('t-3', 'k3', name)).rejects.toThrow(words(name))
    // A retry with the same key is refused too.
    await expect(claim('t-3', 'k3', name)).rejects.toThrow(words(name))
    const own = await claim('t-1')
    await expect(service.setCluster(own.id, name, OLGA)).rejects.toThrow(words(name))
    expect(await claim('t-2', 'k2', name)).toMatchObject({ status: expect.stringMatching(/reserved|active/) })
  })
})

describe('a release', () => {
  test('ends when its binding is already clean and waits for another one of the account', async () => {
    const { add, edit, claim, service } = memoryWorld()
    const { account } = add('a')
    const { id } = await claim('t-1')
    add('a2', { tenantName: 't-1', dirty: 'true' }, { account })
    edit('a', (binding, at) => cleanedHoldChange(binding, 'looked', at))
    const { claim: over } = await service.release(id, OLGA)
    expect(over).toMatchObject({ status: 'released', message: 'The account was already dirty.' })
  })
})
