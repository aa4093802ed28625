import { expect, test } from 'vitest'
import { memoryWorld, OLGA } from '../memory-world.ts'

type Labels = Readonly<Record<string, string | null>>

/** A claim of t-1 on b1, released after both bindings of its account changed. */
async function releaseAfter(own: Labels, sibling: Labels) {
  const { add, edit, claim, service, binding, row } = memoryWorld()
  const { account } = add('b1')
  const made = await claim('t-1')
  add('b2', {}, { account })
  edit('b1', { labels: own })
  edit('b2', { labels: sibling })
  await service.release(made.id, OLGA)
  const dirty = ['b1', 'b2'].filter(name => binding(name).labels.dirty === 'true')
  return { dirty, message: row(made).message }
}

test.each<[string, Labels, Labels]>([
  ['both are of the tenant', {}, { tenantName: 't-1' }],
  ['the other is free', {}, {}],
])('a release marks both bindings of its account when %s', async (_, own, sibling) => {
  expect((await releaseAfter(own, sibling)).dirty).toEqual(['b1', 'b2'])
})

test.each<[string, Labels, Labels]>([
  ['the other is of another tenant', {}, { tenantName: 't-2' }],
  ['the other is shared', {}, { shared: 'true' }],
  ['the other is internal', {}, { internal: 'true' }],
  ['its own is of another tenant', { tenantName: 't-2' }, {}],
  ['its own is free', { tenantName: null }, {}],
  ['its own is free and the other is of the tenant', { tenantName: null }, { tenantName: 't-1' }],
])('a release marks neither binding of its account when %s', async (_, own, sibling) => {
  expect((await releaseAfter(own, sibling)).dirty).toEqual([])
})
