import { expect, test } from 'vitest'
import { repetitions } from '../../kit/repetitions.ts'
import { Simulation } from '../schedules/simulation.ts'

/** `npm run stress -- schedules` runs more. */
const SCHEDULES = repetitions({ fast: 400, deep: 2_000 })
/** Seeds of later schedules with a past bug: a release that read a claim which failed afterwards. */
const FOUND = [2_801]

/** Minimum of each step other than claims in 2,000 schedules, a fraction of the usual number. */
const LEAST = {
  'confirm-clean': 100,
  'mark-dirty': 15,
  'undo-dirty': 5,
  hold: 100,
  unhold: 2,
  'name-cluster': 500,
  'foreign-cluster': 100,
}

test('keeps all promises of claims for every order of steps, with lost writes and killed processes', {
  timeout: 120_000,
}, async () => {
  let acknowledged = 0
  let conflicts = 0
  let kills = 0
  let lateLists = 0
  const done = new Map<string, number>()
  for (const seed of [...Array.from({ length: SCHEDULES }, (_, n) => n + 1), ...FOUND]) {
    const result = await new Simulation(seed).run()
    expect(result.violations, `seed ${seed}`).toEqual([])
    acknowledged += result.acknowledged
    conflicts += result.conflicts
    kills += result.kills
    lateLists += result.lateLists
    for (const [step, times] of Object.entries(result.steps)) done.set(step, (done.get(step) ?? 0) + times)
  }
  // The schedules cover every kind of step.
  const share = SCHEDULES / 2_000
  expect(acknowledged).toBeGreaterThan(2 * SCHEDULES)
  expect(conflicts).toBeGreaterThan(50 * share)
  expect(kills).toBeGreaterThan(200 * share)
  expect(lateLists).toBeGreaterThan(100 * share)
  for (const [step, least] of Object.entries(LEAST)) expect(done.get(step) ?? 0, step).toBeGreaterThan(least * share)
})
