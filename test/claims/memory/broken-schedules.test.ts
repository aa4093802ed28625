import { expect, test } from 'vitest'
import type { Breakage } from '../schedules/breakage.ts'
import { Simulation } from '../schedules/simulation.ts'

/** Maximum of schedules until a broken protocol must be detected; most take a few dozen. */
const MOST = 1_000

/** Violations of a protocol without one of its steps. */
const BROKEN: readonly (readonly [Breakage, RegExp])[] = [
  ['versions', /owner-lost|two-owners|lost|dirty-/],
  ['epochs', /two-accounts/],
  ['lock', /over-limit|two-accounts/],
  ['key', /replay/],
  ['fence', /dirty-while-claimed|cleaned-while-claimed|dirty-selected/],
  ['mark', /leak/],
]

test.each(BROKEN)('detects a protocol without %s', { timeout: 120_000 }, async (breakage, expected) => {
  const found = new Set<string>()
  for (let seed = 1; seed <= MOST && ![...found].some(kind => expected.test(kind)); seed++)
    for (const { kind } of (await new Simulation(seed, breakage).run()).violations) found.add(kind)
  expect([...found].join()).toMatch(expected)
})
