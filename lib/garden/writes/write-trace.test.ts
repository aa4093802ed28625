import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyChange, type BindingChange, raiseEpochChange } from '#lib/hap/lifecycle/change.ts'
import { dirtyChange } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { bindingOf } from '../../../test/engine/bindings.ts'
import { type Landing, landingOf, newWriteId, traceOf, withTrace } from './write-trace.ts'

/** Applies a change like the server: the object gets a new version. */
function written(binding: Binding, change: BindingChange): Binding {
  return { ...applyChange(binding, change), resourceVersion: String(Number(binding.resourceVersion) + 1) }
}

/** Writers of a binding: HAP, HAP without an id, and KEB, which has no epoch. */
const WRITERS = {
  hap: (binding: Binding, id: string) => written(binding, withTrace(binding, raiseEpochChange(binding), id)),
  nameless: (binding: Binding) => written(binding, raiseEpochChange(binding)),
  keb: (binding: Binding) => written(binding, { labels: { tenantName: 'ga-2' }, annotations: {} }),
}

const anyWriters = fc.array(fc.constantFrom('hap', 'hap', 'nameless', 'keb') as fc.Arbitrary<keyof typeof WRITERS>, {
  maxLength: 14,
})

function run(binding: Binding, writers: readonly (keyof typeof WRITERS)[]): Binding {
  return writers.reduce((now, writer, i) => WRITERS[writer](now, `w${now.resourceVersion}-${i}`), binding)
}

const START = bindingOf('a', { hyperscalerType: 'aws' })

describe('the outcome that a binding proves', () => {
  test('is never wrong, for any earlier and later writers', () => {
    const seen: Partial<Record<Landing, number>> = {}
    fc.assert(
      fc.property(anyWriters, fc.boolean(), anyWriters, (before, lands, since) => {
        const binding = run(START, before)
        const trace = traceOf(binding, 'ours')
        const mine = lands ? written(binding, withTrace(binding, dirtyChange(binding, 0), 'ours')) : binding
        const now = run(mine, since)
        const landing = landingOf(trace, now)
        seen[landing] = (seen[landing] ?? 0) + 1
        if (landing === 'landed') expect(lands).toBe(true)
        if (landing === 'not-landed')
          expect([lands, now.resourceVersion === binding.resourceVersion]).toEqual([false, false])
        expect(landing === 'pending').toBe(!lands && since.length === 0)
      }),
      { numRuns: 3_000 },
    )
    expect(Object.keys(seen).sort()).toEqual(['landed', 'not-landed', 'pending', 'unknown'])
  })

  test.each<[Landing, boolean, readonly (keyof typeof WRITERS)[]]>([
    ['landed', true, []],
    ['landed', true, ['keb']],
    ['landed', true, Array(15).fill('hap')],
    ['unknown', true, Array(16).fill('hap')],
    ['pending', false, []],
    ['not-landed', false, ['keb']],
    ['not-landed', false, ['hap']],
    ['not-landed', false, ['hap', 'nameless', 'keb']],
    ['unknown', false, ['nameless']],
  ])('%s: landed %j, then %j', (expected, lands, since) => {
    const mine = lands ? written(START, withTrace(START, raiseEpochChange(START), 'ours')) : START
    expect(landingOf(traceOf(START, 'ours'), run(mine, since))).toBe(expected)
  })

  test('a deleted binding proves nothing', () => {
    expect(landingOf(traceOf(START, 'ours'), null)).toBe('gone')
  })
})

test('a binding keeps the last sixteen ids', () => {
  let binding = START
  for (let i = 0; i < 40; i++) binding = WRITERS.hap(binding, newWriteId())
  const ids = (binding.annotations[ANNOTATIONS.writes] ?? '').split(' ')
  expect([ids.length, new Set(ids).size]).toEqual([16, 16])
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{12}$/)
})
