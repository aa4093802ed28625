import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Alternative, formatProblem, parseSubscriptionSelector } from './subscription-selector.ts'

const SHARED: Alternative = { kind: 'shared' }
const own = (globalAccount: string): Alternative => ({ kind: 'dedicated', globalAccount })
const alternativesOf = (text: string) => {
  const parsed = parseSubscriptionSelector(text)
  return 'selector' in parsed ? parsed.selector.alternatives : parsed.problems
}

describe('a subscription selector', () => {
  test.each<[string, readonly Alternative[]]>([
    ['globalaccount:abcd-0001 || shared', [own('abcd-0001'), SHARED]],
    ['"globalaccount:abcd-0001" || "shared"', [own('abcd-0001'), SHARED]],
    ['shared || globalaccount:abcd-0001', [SHARED, own('abcd-0001')]],
    ['abcd-0001', [own('abcd-0001')]],
    ['globalaccount:abcd-0001', [own('abcd-0001')]],
    ['shared', [SHARED]],
    ['  abcd-0001||shared  ', [own('abcd-0001'), SHARED]],
    ['globalaccount:shared || shared', [own('shared'), SHARED]],
    ['globalaccount', [own('globalaccount')]],
    [`globalaccount:${'a'.repeat(63)}`, [own('a'.repeat(63))]],
  ])('%s', (text, alternatives) => {
    expect(alternativesOf(text)).toEqual(alternatives)
  })

  test.each([
    ['', 0, 0, /missing/],
    ['   ', 3, 3, /missing/],
    ['""', 0, 2, /missing/],
    ['a ||', 4, 4, /missing/],
    ['|| a', 0, 0, /missing/],
    ['a || || shared', 5, 5, /missing/],
    ['globalaccount:', 0, 14, /No id/],
    ['subaccount:a || shared', 0, 12, /subaccount: is no kind/],
    ['GlobalAccount:a', 0, 15, /GlobalAccount: is no kind/],
    ['a | shared', 0, 10, /two bars/],
    ['a ||| shared', 4, 12, /two bars/],
    ['Shared', 0, 6, /small letters/],
    ['a || b', 5, 6, /second global account/],
    ['a || a', 5, 6, /second global account/],
    ['shared || "shared"', 10, 18, /named twice/],
    ['a,shared=true', 0, 13, /may have letters/],
    ['a\tb', 0, 3, /may have letters/],
    ['-a', 0, 2, /may have letters/],
    ['"a || shared', 0, 2, /may have letters/],
    [`globalaccount:${'a'.repeat(64)}`, 0, 78, /64 characters/],
    ['a'.repeat(301), 300, 301, /at most 300/],
  ])('rejects %j with the position', (text, start, end, message) => {
    const parsed = parseSubscriptionSelector(text)
    expect('problems' in parsed && parsed.problems).toMatchObject([
      { start, end, message: expect.stringMatching(message) },
    ])
  })

  test('lists every problem, and describes the first with its position', () => {
    const parsed = parseSubscriptionSelector('x:a || shared || b! || shared')
    if (!('problems' in parsed)) throw new Error('expected problems')
    expect(parsed.problems.map(problem => problem.start)).toEqual([0, 17, 23])
    expect(formatProblem(parsed.problems.slice(1))).toMatch(/^At character 18: The id may/)
  })

  const legal = fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/)
  const spaces = fc.nat(3).map(count => ' '.repeat(count))

  test('parses any ids, order, quotes and spaces it formats', () => {
    const written = fc.record({
      id: legal,
      both: fc.boolean(),
      first: fc.boolean(),
      quoted: fc.boolean(),
      space: spaces,
    })
    fc.assert(
      fc.property(written, ({ id, both, first, quoted, space }) => {
        const quote = quoted ? '"' : ''
        const alternatives = both ? (first ? [own(id), SHARED] : [SHARED, own(id)]) : [own(id)]
        const words = alternatives.map(
          one =>
            `${space}${quote}${one.kind === 'shared' ? 'shared' : `globalaccount:${one.globalAccount}`}${quote}${space}`,
        )
        const parsed = parseSubscriptionSelector(words.join('||'))
        expect(parsed).toEqual({ selector: { alternatives, globalAccount: id } })
      }),
    )
  })

  test('returns for any text a legal tenant and each kind once, or positions inside the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 320 }),
      fc
        .array(fc.constantFrom('globalaccount:', 'shared', 'a-1', '||', '|', ' ', '"', ':', ',', '='), {
          maxLength: 12,
        })
        .map(parts => parts.join('')),
    )
    fc.assert(
      fc.property(text, given => {
        const parsed = parseSubscriptionSelector(given)
        if ('problems' in parsed) {
          expect(parsed.problems.length).toBeGreaterThan(0)
          for (const { start, end, message } of parsed.problems) {
            expect(0 <= start && start <= end && end <= given.length).toBe(true)
            expect(message).toMatch(/^[A-Za-z]+[:]?.*\.$/)
          }
          return
        }
        const { alternatives, globalAccount } = parsed.selector
        expect(new Set(alternatives.map(({ kind }) => kind)).size).toBe(alternatives.length)
        if (globalAccount !== null) expect(globalAccount).toMatch(/^[A-Za-z0-9][-A-Za-z0-9_.]{0,62}$/)
      }),
      { numRuns: 500 },
    )
  })
})
