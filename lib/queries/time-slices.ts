import { setImmediate } from 'node:timers/promises'

/** Maximum milliseconds of computation before other requests run. */
const SLICE_MS = 16

/** Runs a generator to its end; other requests run between its yields. */
export async function runInSlices<Result>(run: Generator<undefined, Result>): Promise<Result> {
  for (let started = performance.now(); ; ) {
    const step = run.next()
    if (step.done) return step.value
    if (performance.now() - started < SLICE_MS) continue
    await setImmediate()
    started = performance.now()
  }
}

/** Rows of a part; other requests run between parts. */
const PART = 500

let lastTurn: Promise<unknown> = Promise.resolve()

/** Splits the rows of a file into parts. */
export async function* splitIntoParts<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += PART) {
    await waitForTurn()
    yield items.slice(from, from + PART)
  }
}

/**
 * Parallel exports take turns; otherwise each of them would compute a part before the next request
 * runs.
 */
function waitForTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}
