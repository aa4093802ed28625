import { describe, expect, test } from 'vitest'
import { excessClusters } from './account-clusters.ts'
import { consolidate, type FilledAccount } from './consolidation.ts'

/** `a:4` has 4 clusters, `a:4!` is on hold; the limit is 10. */
function account(text: string): FilledAccount {
  const [name = '', clusters = ''] = text.split(':')
  return { name, clusters: Number.parseInt(clusters, 10), limit: 10, takes: !clusters.endsWith('!') }
}

describe('consolidation', () => {
  test.each([
    ['no account', [], [], 0, []],
    ['a single account stays', ['a:4'], [], 0, []],
    ['a single account without clusters could come back', ['a:0'], ['a'], 0, []],
    ['the smaller goes into the larger', ['a:6', 'b:4'], ['b'], 4, ['a+4']],
    ['no room for the last cluster', ['a:7', 'b:4'], [], 0, []],
    ['of equals the first by name', ['b:5', 'a:5'], ['a'], 5, ['b+5']],
    ['two go into one', ['a:1', 'b:2', 'c:7'], ['a', 'b'], 3, ['c+3']],
    ['the most populated is filled first', ['a:3', 'b:8', 'c:9'], ['a'], 3, ['c+1', 'b+2']],
    ['one over its limit has no room', ['a:4', 'b:25'], [], 0, []],
    ['one over its limit can be emptied into many', ['a:12', 'b:0!', 'c:0!'], ['b', 'c'], 0, []],
    ['one on hold gets nothing', ['a:4', 'b:5!'], ['b'], 5, ['a+5']],
    ['one on hold with more clusters than the others have room', ['a:6', 'b:5!'], [], 0, []],
    ['an empty one comes back without a move', ['a:10', 'b:0'], ['b'], 0, []],
    ['full ones stay', ['a:10', 'b:10'], [], 0, []],
  ])('%s', (_, accounts, emptied, moves, into) => {
    const found = consolidate(accounts.map(account))
    expect(found.emptied.map(({ name }) => name)).toEqual(emptied)
    expect(found.moves).toBe(moves)
    expect(found.into.map(({ account: { name }, clusters }) => `${name}+${clusters}`)).toEqual(into)
  })

  test('never exceeds the room, and no other choice empties more accounts', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const accounts = Array.from({ length: 1 + (seed % 6) }, (_, place) => ({
        name: `a${place}`,
        clusters: (seed * (place + 3) * 7) % 13,
        limit: 10,
        takes: true,
      }))
      const { emptied, moves, into } = consolidate(accounts)
      expect(into.reduce((sum, { clusters }) => sum + clusters, 0)).toBe(moves)
      for (const { account, clusters } of into) expect(account.clusters + clusters).toBeLessThanOrEqual(10)
      expect(emptied.length).toBe(mostEmptied(accounts))
    }
  })
})

/** Tries every choice. */
function mostEmptied(accounts: readonly FilledAccount[]): number {
  let most = 0
  for (let choice = 0; choice < 2 ** accounts.length; choice++) {
    const goes = accounts.filter((_, place) => choice & (1 << place))
    const stays = accounts.filter(one => !goes.includes(one))
    const room = stays.reduce((sum, { clusters, limit }) => sum + Math.max(0, limit - clusters), 0)
    if (goes.reduce((sum, { clusters }) => sum + clusters, 0) <= room) most = Math.max(most, goes.length)
  }
  return most
}

test.each([
  [250, 180, 71],
  [180, 180, 1],
  [179, 180, 0],
  [0, 180, 0],
])('%i of %i: %i to go', (clusters, limit, left) => expect(excessClusters(clusters, limit)).toBe(left))
