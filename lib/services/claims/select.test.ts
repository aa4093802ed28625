import { describe, expect, test } from 'vitest'
import type { SourceFreshness } from '#lib/garden/inventory/freshness.ts'
import { Deadline, OutOfTimeError } from './deadline.ts'
import { waitForInventory } from './select.ts'

type Source = Pick<SourceFreshness, 'source' | 'phase' | 'complete'>

/** The decision while the sources are in these states, 1 s after their last contact. */
async function known(sources: readonly Source[]): Promise<boolean> {
  let now = 0
  const clock = {
    now: () => now,
    random: () => 0.5,
    sleep: (ms: number) => {
      now += ms
      return Promise.resolve()
    },
  }
  const inventory = { freshness: () => sources }
  return waitForInventory({ inventory }, new Deadline(clock, 1_000))
}

const BINDINGS: Source = { source: 'CredentialsBinding', phase: 'live', complete: true }
const SHOOTS: Source = { source: 'Shoot', phase: 'live', complete: true }

describe('the sources of bindings and shoots', () => {
  test.each<[string, readonly Source[], boolean]>([
    ['all', [BINDINGS, SHOOTS], true],
    [
      'all but a kind of binding that may not be read',
      [BINDINGS, SHOOTS, { ...BINDINGS, source: 'SecretBinding', phase: 'refused', complete: false }],
      true,
    ],
    ['bindings as they were a while ago', [{ ...BINDINGS, phase: 'stale' }, SHOOTS], false],
  ])('whether the sources are current: %s', async (_, sources, isCurrent) => {
    expect(await known(sources)).toBe(isCurrent)
  })

  test.each<[string, readonly Source[]]>([
    ['half a list of bindings', [{ ...BINDINGS, phase: 'starting', complete: false }, SHOOTS]],
    ['no shoots, since they may not be listed', [BINDINGS, { ...SHOOTS, phase: 'refused', complete: false }]],
  ])('no decision is made on %s', async (_, sources) => {
    await expect(known(sources)).rejects.toThrow(OutOfTimeError)
  })
})
