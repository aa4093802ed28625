import { setImmediate } from 'node:timers/promises'

/** How long other requests may wait at a time for one that takes long. */
const SLICE_MS = 16

/** Runs work to its end, and lets others through wherever it yields. */
export async function runInSlices<Result>(run: Generator<undefined, Result>): Promise<Result> {
  for (let started = performance.now(); ; ) {
    const step = run.next()
    if (step.done) return step.value
    if (performance.now() - started < SLICE_MS) continue
    await setImmediate()
    started = performance.now()
  }
}

/** Rows of a part; between two parts the server handles other requests. */
const PART = 500

let lastTurn: Promise<unknown> = Promise.resolve()

/** The items of a file, part by part. */
export async function* splitIntoParts<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += PART) {
    await waitForTurn()
    yield items.slice(from, from + PART)
  }
}

/** Files that are made at once take turns: each would else have a part made before the server comes to anything else. */
function waitForTurn(): Promise<unknown> {
  lastTurn = lastTurn.then(() => setImmediate())
  return lastTurn
}
