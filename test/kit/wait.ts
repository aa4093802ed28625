import { setTimeout as delay } from 'node:timers/promises'

interface WaitOptions {
  /** Names the condition in the error; default: its code. */
  readonly what?: string
  /** Default timeout, for a busy machine. */
  readonly withinMs?: number
  readonly everyMs?: number
}

/** Calls `look` until it returns a value other than null, and returns that. Throws after `withinMs`, by default half a minute. */
export async function waitFor<T>(
  look: () => Promise<T | null> | T | null,
  { what = String(look), withinMs = 30_000, everyMs = 10 }: WaitOptions = {},
): Promise<T> {
  const until = performance.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (performance.now() > until) throw new Error(`The condition is not met after ${withinMs / 1_000} s: ${what}`)
    await delay(everyMs)
  }
}

/** Waits until a condition holds; throws like waitFor. */
export async function waitUntil(holds: () => Promise<boolean> | boolean, options: WaitOptions = {}): Promise<void> {
  await waitFor(async () => ((await holds()) ? true : null), { what: String(holds), ...options })
}

/** Waits for some milliseconds or until the signal aborts. For the interval of repeated work in a test, never for a condition. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
