import { expect, test } from 'vitest'
import { Simulation } from './schedules/simulation.ts'

/** By command there are more: npm run stress:schedules. */
const SCHEDULES = 2_000

test('whatever the order of steps, lost writes and killed processes, no claim goes wrong', {
  timeout: 120_000,
}, async () => {
  let acknowledged = 0
  let conflicts = 0
  let kills = 0
  for (let seed = 1; seed <= SCHEDULES; seed++) {
    const result = await new Simulation(seed).run()
    expect(result.violations, `seed ${seed}`).toEqual([])
    acknowledged += result.acknowledged
    conflicts += result.conflicts
    kills += result.kills
  }
  // Otherwise nothing much was tried.
  expect(acknowledged).toBeGreaterThan(2 * SCHEDULES)
  expect(conflicts).toBeGreaterThan(50)
  expect(kills).toBeGreaterThan(200)
})
