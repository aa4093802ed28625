import { describe, expect, test } from 'vitest'
import { Contact } from '#lib/garden/reflector/contact.ts'
import { BINDING_STATES } from '#lib/hap/pools/state.ts'
import { countBindings } from './bindings/list-bindings.ts'
import { findThings } from './find-things.ts'
import { landscapeContext } from './testing/landscape-context.ts'

const { context } = landscapeContext('small')
const { inventory } = context

function first<Item>(items: Iterable<Item>): Item {
  for (const item of items) return item
  throw new Error('The landscape has none.')
}

const pooled = first(inventory.pools.values())
const shoot = first(inventory.shoots())
const globalAccount = first(inventory.globalAccounts())
const find = (text: string) => findThings(context, null, text)

describe('findThings returns as first match by', () => {
  test.each([
    ['name, a binding', pooled.binding.name, find(pooled.binding.name).bindings[0]?.binding, pooled.binding.name],
    [
      'account, a binding',
      pooled.binding.account.name,
      find(pooled.binding.account.name).bindings[0]?.name,
      pooled.binding.account.name,
    ],
    ['name, a shoot', shoot.name, find(shoot.name).shoots[0]?.shoot, shoot.name],
    ['runtime id, a shoot', shoot.runtimeId, find(shoot.runtimeId ?? '-').shoots[0]?.shoot, shoot.name],
    ['id, a global account', globalAccount, find(globalAccount).globalAccounts[0]?.name, globalAccount],
    ['key, a pool', 'aws', find('aws').pools[0]?.pool.hyperscalerType, 'aws'],
    [
      'words, a pool',
      'aws eu',
      find('aws eu').pools[0]?.pool,
      { hyperscalerType: 'aws', euAccess: true, shared: false },
    ],
  ])('%s: %s', (_, __, found, expected) => {
    expect(found).toEqual(expected)
  })
})

test('limits the matches of a kind', () => {
  const { bindings, globalAccounts, shoots, pools } = find('a')
  for (const found of [bindings, globalAccounts, shoots, pools]) expect(found.length).toBeLessThanOrEqual(6)
})

test.each(BINDING_STATES)('state %s has as many bindings as the list', state => {
  const [found] = find(state).states
  expect(found).toMatchObject({ state, bindings: countBindings(context, `state:${state}`) })
})

test.each([
  ['nothing', ''],
  ['blanks', '  '],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a long text', 'x'.repeat(256)],
  ['a pattern', '.*'],
])('%s finds nothing', (_, text) => {
  expect(find(text)).toEqual({ pools: [], bindings: [], globalAccounts: [], shoots: [], states: [], unread: [] })
})

test('reports unread sources', () => {
  const { context, sources } = landscapeContext('small')
  sources.add('Shoot', new Contact({ clock: () => context.at, staleAfterMs: 60_000, onChange: () => {} }))
  expect(findThings(context, null, 'a').unread).toEqual(['shoots'])
})
