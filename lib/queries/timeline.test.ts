import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimelineCursor, mergeNewestFirst, parseTimelineCursor, TIMELINE_START } from './timeline.ts'

test.each([
  TIMELINE_START,
  { state: 7n, action: null, claim: { at: '2026-11-21T10:00:00.000Z', id: 'c-1', what: 'released' } },
  { state: 999_999_999_999_999_999n, action: 3n, claim: null },
])('parses the formatted cursor %o', place => {
  expect(parseTimelineCursor(formatTimelineCursor(place))).toEqual(place)
})

test.each([
  '',
  'null',
  'e30',
  '%%',
  'eyJzdGF0ZSI6LTF9',
  Buffer.from('{"state":"x","action":null,"claim":null}').toString('base64url'),
  formatTimelineCursor({
    state: null,
    action: null,
    claim: { at: '2026-11-21T10:00:00.000Z', id: '\0', what: 'claimed' },
  }),
])('rejects %j', text => {
  expect(parseTimelineCursor(text)).toBeNull()
})

const list = (name: string, ...times: string[]) => times.map((at, n) => ({ at, item: `${name}${n}@${at}`, cursor: n }))

test('merges lists, newest first', () => {
  expect(mergeNewestFirst([list('a', '5', '3'), list('b', '4', '3', '1')], 4)).toEqual({
    items: ['a0@5', 'b0@4', 'a1@3', 'b1@3'],
    taken: [1, 1],
    more: true,
  })
})

test('an empty page has no items', () => {
  expect(mergeNewestFirst([[], []], 4)).toEqual({ items: [], taken: [null, null], more: false })
})

test('consecutive pages show each item once, in the order of its list', () => {
  const times = fc.array(fc.integer({ min: 0, max: 9 }).map(String), { maxLength: 12 })
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 5 }), (lists, limit) => {
      const all = lists.map((each, index) => list(`l${index}-`, ...each))
      const from = all.map(() => 0)
      const seen: string[] = []
      for (let more = true; more; ) {
        // A page reads one more item than it shows, after the last cursor.
        const page = mergeNewestFirst(
          all.map((each, index) => each.slice(from[index], (from[index] ?? 0) + limit + 1)),
          limit,
        )
        seen.push(...page.items)
        for (const [index, cursor] of page.taken.entries()) if (cursor !== null) from[index] = cursor + 1
        more = page.more
      }
      expect(seen.toSorted()).toEqual(all.flatMap(each => each.map(({ item }) => item)).toSorted())
      for (const each of all) {
        const items = each.map(({ item }) => item)
        expect(seen.filter(item => items.includes(item))).toEqual(items)
      }
    }),
  )
})
