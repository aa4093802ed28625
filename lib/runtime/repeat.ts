import { StoreError } from '#lib/store/database/store-errors.ts'
import { log } from '#lib/telemetry/log.ts'

/** For a run that reads a few rows: longer than the wait for a dead database connection. */
export const READ_TIMEOUT_MS = 45_000
/** For a run over many objects with several requests each. */
export const BATCH_TIMEOUT_MS = 30 * 60_000
const DEFAULT_TIMEOUT_MS = 5 * 60_000

interface Task {
  /** Log message of a failed run. */
  readonly what: string
  readonly timeoutMs: number
  isStuck: boolean
}

const tasks = new Set<Task>()

/** Messages about the tasks of this process whose last run timed out. */
export function stuckLoops(): readonly string[] {
  return [...tasks].flatMap(({ what, timeoutMs, isStuck }) =>
    isStuck ? `A recurring task has not ended within ${timeoutMs / 1_000} s: ${what}.` : [],
  )
}

class RunTimeoutError extends Error {
  override readonly name = 'RunTimeoutError'
}

/**
 * Runs `work` now, and again `ms` after each run. Returns a function that stops the repetition. A run that takes longer than
 * `timeoutMs` counts as stuck and is abandoned, so that a hanging request does not stop the task. Errors are logged with the message
 * `what`, except StoreError: the store reports an unavailable database itself.
 */
export function repeat(
  ms: number,
  work: () => Promise<unknown>,
  what: string,
  { timeoutMs = DEFAULT_TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): () => void {
  const task: Task = { what, timeoutMs, isStuck: false }
  tasks.add(task)
  let timer: NodeJS.Timeout
  let ended = false
  const run = async () => {
    try {
      await within(timeoutMs, work)
      task.isStuck = false
    } catch (error) {
      task.isStuck = error instanceof RunTimeoutError
      if (!ended && !(error instanceof StoreError)) log().error({ err: error }, what)
    }
    if (!ended) timer = setTimeout(run, ms).unref()
  }
  void run()
  return () => {
    ended = true
    tasks.delete(task)
    clearTimeout(timer)
  }
}

async function within(ms: number, work: () => Promise<unknown>): Promise<void> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new RunTimeoutError(`A run did not end within ${ms / 1_000} s and was abandoned.`))
  }, ms).unref()
  try {
    await Promise.race([work(), timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}
