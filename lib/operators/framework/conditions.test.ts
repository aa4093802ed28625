import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Finding, findCondition, isTrue, setConditions } from './conditions.ts'

const TABLE = {
  Ready: ['Done', 'Waiting', 'Failed'],
  Accepted: ['Valid', 'Invalid'],
} as const

type Said = Finding<typeof TABLE>

const AT = Date.parse('2026-11-21T06:00:00.750Z')
const ready = (status: Said['status'], message = ''): Said => ({ type: 'Ready', status, reason: 'Done', message })
const accepted: Said = { type: 'Accepted', status: 'True', reason: 'Valid', message: '' }

const first = setConditions(TABLE, undefined, [ready('False')], { generation: 1, now: AT })

describe('setting conditions', () => {
  test('records result, time and generation', () => {
    expect(first).toEqual([
      {
        type: 'Ready',
        status: 'False',
        observedGeneration: 1,
        lastTransitionTime: '2026-11-21T06:00:00Z',
        lastUpdateTime: '2026-11-21T06:00:00Z',
        reason: 'Done',
        message: '',
      },
    ])
  })

  test('keeps lastTransitionTime while only other fields change', () => {
    const [condition] = setConditions(TABLE, first, [ready('False', 'still')], { generation: 2, now: AT + 60_000 })
    expect(condition).toMatchObject({
      observedGeneration: 2,
      message: 'still',
      lastTransitionTime: '2026-11-21T06:00:00Z',
      lastUpdateTime: '2026-11-21T06:01:00Z',
    })
  })

  test('updates the time when the status changes, also to Unknown', () => {
    const [condition] = setConditions(TABLE, first, [ready('Unknown')], { generation: 1, now: AT + 60_000 })
    expect(condition).toMatchObject({ status: 'Unknown', lastTransitionTime: '2026-11-21T06:01:00Z' })
  })

  test('keeps other conditions, in the order of the table', () => {
    const both = setConditions(TABLE, [...first], [accepted], { generation: 1, now: AT })
    expect(both.map(({ type }) => type)).toEqual(['Ready', 'Accepted'])
    const other = setConditions(TABLE, undefined, [accepted], { generation: 1, now: AT })
    expect(setConditions(TABLE, other, [ready('True')], { generation: 1, now: AT }).map(({ type }) => type)).toEqual([
      'Ready',
      'Accepted',
    ])
  })

  test('truncates a message that the API would reject', () => {
    const [condition] = setConditions(TABLE, first, [ready('False', 'x'.repeat(40_000))], { generation: 1, now: AT })
    expect(condition?.message).toHaveLength(32_768)
  })

  test('does not mutate its input, is idempotent, and only a new status changes the time', () => {
    const finding = fc.record({
      status: fc.constantFrom('True' as const, 'False' as const, 'Unknown' as const),
      reason: fc.constantFrom('Done' as const, 'Waiting' as const, 'Failed' as const),
      message: fc.string(),
    })
    fc.assert(
      fc.property(fc.array(fc.tuple(finding, fc.nat(3), fc.nat(5_000)), { maxLength: 20 }), steps => {
        let conditions = first
        let now = AT
        for (const [found, generation, passed] of steps) {
          now += passed
          const before = Object.freeze(conditions)
          const said = [{ ...found, type: 'Ready' as const }]
          const after = setConditions(TABLE, before, said, { generation, now })
          expect(setConditions(TABLE, after, said, { generation, now: now + 1_000_000 })).toBe(after)
          const [old, fresh] = [findCondition(before, 'Ready'), findCondition(after, 'Ready')]
          if (old?.status === fresh?.status) expect(fresh?.lastTransitionTime).toBe(old?.lastTransitionTime)
          else expect(Date.parse(fresh?.lastTransitionTime ?? '')).toBe(Math.floor(now / 1000) * 1000)
          expect(fresh).toMatchObject({ ...found, observedGeneration: generation })
          conditions = after
        }
      }),
    )
  })
})

describe('reading conditions', () => {
  const conditions = setConditions(TABLE, first, [ready('True')], { generation: 3, now: AT })

  test.each([
    ['Ready', undefined, true],
    ['Ready', 3, true],
    ['Ready', 4, false],
    ['Accepted', undefined, false],
  ] as const)('%s of generation %s is true: %s', (type, generation, expected) => {
    expect(isTrue(conditions, type, generation)).toBe(expected)
  })

  test('returns nothing without conditions', () => {
    expect([findCondition(undefined, 'Ready'), isTrue(undefined, 'Ready')]).toEqual([null, false])
  })
})
