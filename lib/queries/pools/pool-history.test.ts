import { expect, test } from 'vitest'
import type { Window } from '#lib/hap/pools/alarm.ts'
import { landscapeContext } from '../testing/landscape-context.ts'
import { getPoolFacts } from './pool-facts.ts'
import { buildPoolHistory } from './pool-history.ts'

const { context } = landscapeContext('small')
const DAY = 86_400_000
const today = Math.floor(context.at / DAY) * DAY
const day = (ago: number) => new Date(today - ago * DAY).toISOString().slice(0, 10)
const [aws] = [...getPoolFacts(context).pools].filter(([key, { usable }]) => key.startsWith('aws') && usable > 0)
const KEY = aws?.[0] ?? ''
const FREE = aws?.[1].usable ?? 0

const recorded = (
  daysAgo: number | null,
  flows: readonly { ago: number; claimed: number; freed: number }[],
  window: Window = 30,
) =>
  buildPoolHistory(
    {
      window,
      since: daysAgo === null ? null : new Date(context.at - daysAgo * DAY),
      flows: flows.map(({ ago, ...flow }) => ({ day: day(ago), poolKey: KEY, ...flow })),
      from: today - (window - 1) * DAY,
    },
    context,
  )

test('has no days and no runway before the first record', () => {
  const history = recorded(null, [])
  expect(history).toMatchObject({ since: null, longEnough: false, days: [{ day: day(0), claimed: 0, freed: 0 }] })
  expect(new Set(Object.values(history.runways).map(({ kind }) => kind))).toEqual(new Set(['unknown']))
})

test('has three days and no runway after three days', () => {
  const history = recorded(3, [{ ago: 1, claimed: 2, freed: 0 }])
  expect(history.days.map(({ claimed }) => claimed)).toEqual([0, 0, 2, 0])
  expect(history.runways[KEY]).toEqual({ kind: 'unknown' })
})

test('uses the recorded days of the window for the rate', () => {
  const history = recorded(10, [
    { ago: 5, claimed: 12, freed: 0 },
    { ago: 2, claimed: 0, freed: 2 },
  ])
  expect(history.days).toHaveLength(11)
  expect(history.runways[KEY]).toEqual({ kind: 'days', days: FREE, perDay: 1 })
})

test('cuts a longer history to the window', () => {
  const history = recorded(400, [])
  expect(history.days).toHaveLength(30)
  expect(history.runways[KEY]).toEqual({ kind: 'steady' })
})

test('a week suffices for a rate when the records are longer', () => {
  const flows = Array.from({ length: 7 }, (_, ago) => ({ ago, claimed: 2, freed: 0 }))
  const { days, longEnough, runways } = recorded(20, flows, 7)
  expect(days).toHaveLength(7)
  expect(longEnough).toBe(true)
  expect(runways[KEY]).toMatchObject({ kind: 'days' })
  expect(recorded(3, flows.slice(0, 4), 7)).toMatchObject({
    longEnough: false,
    runways: { [KEY]: { kind: 'unknown' } },
  })
})

test('shared pools have no runway', () => {
  const shared = [...getPoolFacts(context).pools].filter(([, { pool }]) => pool.shared).map(([key]) => key)
  expect(shared.length).toBeGreaterThan(0)
  for (const key of shared) expect(recorded(30, []).runways).not.toHaveProperty([key])
})

test('contains only the changes of a requested pool, on the same days', () => {
  const flow = { day: day(2), claimed: 3, freed: 1 }
  const flows = [
    { ...flow, poolKey: KEY },
    { ...flow, poolKey: 'another', claimed: 40 },
  ]
  const given = { window: 30 as const, since: new Date(context.at - 10 * DAY), flows, from: today - 29 * DAY }
  const [all, own] = [buildPoolHistory(given, context), buildPoolHistory(given, context, KEY)]
  const happened = ({ days }: typeof all) => days.filter(({ claimed, freed }) => claimed + freed > 0)
  expect(happened(all)).toEqual([{ day: day(2), claimed: 43, freed: 2 }])
  expect(happened(own)).toEqual([{ day: day(2), claimed: 3, freed: 1 }])
  expect(own.days.map(each => each.day)).toEqual(all.days.map(each => each.day))
  expect(own.runways).toEqual({ [KEY]: all.runways[KEY] })
})
