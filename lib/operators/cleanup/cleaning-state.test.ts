import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NO_PROGRESS, type Progress } from '#lib/garden/cleaning-progress.ts'
import { type CleaningTiming, type Inspection, nextState, type Step } from './cleaning-state.ts'
import { planDeletion } from './deletion-plan.ts'
import { evidenceOf } from './evidence.ts'
import { inventoryOf } from './testing/resources.ts'

const TIMING: CleaningTiming = {
  pauseMs: 60_000,
  emptyLastsMs: 900_000,
  firstBackoffMs: 60_000,
  maxBackoffMs: 1_800_000,
  dryRunMs: 3_600_000,
}
const inventory = inventoryOf()
const plan = planDeletion(inventory, { project: 'kyma', living: new Set() })
const evidence = evidenceOf(null, { provider: 'aws', version: '1' }, inventory, plan, [], 0)

const NOTHING: Inspection = { found: 'nothing', evidence }
const ELSEWHERE: Inspection = { found: 'nothing', evidence: { ...evidence, identity: 'another account' } }
const NEWER: Inspection = { found: 'nothing', evidence: { ...evidence, version: '2' } }
const DELETING: Inspection = { found: 'deleting', evidence: { ...evidence, deleted: { volume: 1 } }, reason: null }
const LEFT: Inspection = { found: 'left', evidence, reason: 'A volume is still used.' }
const FOREIGN: Inspection = { found: 'foreign', evidence, reason: 'A volume nobody knows.' }
const DRY: Inspection = { found: 'dry-run', evidence, reason: '1 volume would be deleted.' }
const FAILURE: Inspection = { found: 'failure', passing: false, reason: 'No.', retryAfterMs: null, evidence: null }
const DELAY: Inspection = { found: 'failure', passing: true, reason: 'Busy.', retryAfterMs: null, evidence: null }

/** Inspects repeatedly, each time when due. */
function looks(...found: readonly Inspection[]): Step & { readonly at: number } {
  let at = 1_000_000
  let step: Step = { to: 'dirty', progress: NO_PROGRESS }
  for (const look of found) {
    if (step.to === 'free' || step.to === 'quarantined') throw new Error(`it is ${step.to} already`)
    at = Math.max(at, step.progress.next)
    step = nextState(step.to, step.progress, look, { at, timing: TIMING, spread: 1 })
  }
  return { ...step, at }
}

describe('an account', () => {
  test.each<[string, readonly Inspection[], Step['to']]>([
    ['empty once', [NOTHING], 'verifying'],
    ['empty twice', [NOTHING, NOTHING], 'free'],
    ['that is another one by its second empty look', [NOTHING, ELSEWHERE], 'verifying'],
    ['that is another one from then on', [NOTHING, ELSEWHERE, ELSEWHERE], 'free'],
    ['of which a newer cleaner took the second look', [NOTHING, NEWER], 'verifying'],
    ['cleaned', [DELETING, NOTHING, NOTHING], 'free'],
    ['where something turns up again', [NOTHING, DELETING, NOTHING], 'verifying'],
    ['of which one look failed between two empty ones', [NOTHING, DELAY, NOTHING], 'verifying'],
    ['with a busy provider', [DELAY], 'dirty'],
    ['with a busy provider after a deletion', [DELETING, DELAY], 'cleaning'],
    ['with something in use', [LEFT], 'dirty'],
    ['with something in use, three times', [LEFT, LEFT, LEFT], 'quarantined'],
    ['that failed three times', [FAILURE, LEFT, FAILURE], 'quarantined'],
    ['that failed twice', [FAILURE, FAILURE], 'dirty'],
    ['that failed after it was empty from the start', [NOTHING, FAILURE], 'dirty'],
    ['that failed after it was cleaned and then empty', [DELETING, NOTHING, FAILURE], 'cleaning'],
    ['that failed after something was deleted', [DELETING, FAILURE], 'cleaning'],
    ['with an unknown resource', [FOREIGN], 'quarantined'],
    ['where deleting is off', [DRY, DRY, DRY, DRY], 'dirty'],
    ['with a provider that is busy for hours', Array.from({ length: 12 }, () => DELAY), 'dirty'],
    ['with a provider that is busy for a day', Array.from({ length: 36 }, () => DELAY), 'quarantined'],
    ['of which something is deleted for ever', Array.from({ length: 18 }, () => DELETING), 'quarantined'],
  ])('%s', (_, found, to) => {
    expect(looks(...found).to).toBe(to)
  })

  test('is inspected again after pauses that double up to half an hour, or that the provider requests', () => {
    const delays = Array.from({ length: 8 }, (_, count) => looks(...Array.from({ length: count + 1 }, () => DELAY)))
    const minutes = delays.map(({ at, progress }) => (progress.next - at) / 60_000)
    expect(minutes).toEqual([1, 2, 4, 8, 16, 30, 30, 30])
    const asked = looks({ ...DELAY, retryAfterMs: 3_600_000 } as Inspection)
    expect(asked.progress.next - asked.at).toBe(3_600_000)
  })

  test('that is inspected too early after an empty inventory waits for the rest of the pause', () => {
    const { progress, at } = looks(NOTHING)
    const early = nextState('verifying', progress, NOTHING, { at: at + 1_000, timing: TIMING, spread: 0 })
    expect(early).toMatchObject({ to: 'verifying', progress: { emptyAt: [at], next: at + 60_000 } })
  })

  test('whose empty inventory is too old restarts its verification', () => {
    const { progress, at } = looks(NOTHING)
    const late = at + TIMING.emptyLastsMs + 1
    const step = nextState('verifying', progress, NOTHING, { at: late, timing: TIMING, spread: 0 })
    expect(step).toMatchObject({ to: 'verifying', progress: { emptyAt: [late] } })
  })
})

test('for any results, is free only after two consecutive empty inventories with the pause between them', () => {
  const look = fc.constantFrom(NOTHING, NOTHING, NOTHING, DELETING, LEFT, FOREIGN, DRY, FAILURE, DELAY)
  const pause = fc.integer({ min: 0, max: 1_200_000 })
  fc.assert(
    fc.property(fc.array(fc.tuple(look, pause), { maxLength: 30 }), steps => {
      let [state, progress]: [Step['to'], Progress] = ['dirty', NO_PROGRESS]
      let at = 1_000
      let emptySince: number | null = null
      let touched = false
      for (const [found, wait] of steps) {
        if (state === 'free' || state === 'quarantined') return
        at += wait
        const next = nextState(state, progress, found, { at, timing: TIMING, spread: 0.5 })
        if (next.to === 'free') {
          expect(found).toBe(NOTHING)
          expect(at - (emptySince ?? at)).toBeGreaterThanOrEqual(TIMING.pauseMs)
        } else if (next.to !== 'quarantined') expect(next.progress.next).toBeGreaterThan(at)
        expect(next.progress.owner).toBeNull()
        touched ||= found === DELETING
        if (touched && next.to === 'dirty') throw new Error('what was begun is merely dirty again')
        if (found !== NOTHING) emptySince = null
        else emptySince ??= at
        ;[state, progress] = [next.to, next.progress]
      }
    }),
  )
})
