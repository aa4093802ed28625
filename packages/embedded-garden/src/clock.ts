/** The garden's source of time and timers; tests inject their own. */
export interface Clock {
  now(): Date
  /** Resolves after `ms` milliseconds. */
  sleep(ms: number): Promise<void>
  /** Calls `task` once after `ms` milliseconds; does not keep the process alive. Returns a function that cancels the call. */
  schedule(ms: number, task: () => void): () => void
}

export const systemClock: Clock = {
  now: () => new Date(),
  sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
  schedule: (ms, task) => {
    const timer = setTimeout(task, ms).unref()
    return () => clearTimeout(timer)
  },
}

/** `2026-11-21T06:13:38Z` */
export function timestamp(clock: Clock): string {
  return `${clock.now().toISOString().slice(0, 19)}Z`
}
