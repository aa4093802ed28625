import { setImmediate } from 'node:timers/promises'

/** How long other requests may wait at a time for one that takes long. */
const SLICE_MS = 16

/** Runs work to its end, and lets others through wherever it yields. */
export async function inSlices<Result>(run: Generator<undefined, Result>): Promise<Result> {
  for (let started = performance.now(); ; ) {
    const step = run.next()
    if (step.done) return step.value
    if (performance.now() - started < SLICE_MS) continue
    await setImmediate()
    started = performance.now()
  }
}
