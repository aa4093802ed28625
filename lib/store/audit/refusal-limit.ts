import type { IntentDraft } from './entry.ts'

/** Refused calls of one actor with one action that are recorded one by one within a window. */
export const MAX_WHOLE = 10
export const WINDOW_MS = 60_000

/** Targets that a summary names. */
const MAX_TARGETS = 20

/** Actors with refused calls at the same time; a further one ends all windows. */
const MAX_WINDOWS = 1_000

/** The calls of a window beyond MAX_WHOLE. */
interface Rest {
  /** The first of them, and why it was refused. */
  readonly draft: IntentDraft
  readonly detail: string
  readonly targets: Set<string>
  count: number
}

interface Window {
  readonly endsAt: number
  whole: number
  rest: Rest | null
}

/** A refusal as AuditLog.refused takes it. */
export interface Refusal {
  readonly draft: IntentDraft
  readonly detail: string
}

/**
 * Bounds the records of refused calls: anybody who is signed in can send any number of them. The
 * process counts for itself, so that a refusal costs no read of the database.
 */
export class RefusalLimit {
  readonly #windows = new Map<string, Window>()
  readonly #summaries: Refusal[] = []

  /** Whether a refused call gets a record of its own. Otherwise it is counted for the summary. */
  take({ draft, detail }: Refusal, now: number): boolean {
    const key = keyOf(draft)
    const window = this.#windowOf(key, now)
    if (window.whole < MAX_WHOLE) {
      window.whole++
      return true
    }
    window.rest ??= { draft, detail, targets: new Set(), count: 0 }
    window.rest.count++
    for (const target of draft.targets) if (window.rest.targets.size < MAX_TARGETS) window.rest.targets.add(target)
    return false
  }

  /** Removes and returns the oldest summary of a window that ended by `now`; null for none. */
  takeSummary(now: number): Refusal | null {
    for (const [key, window] of this.#windows) {
      if (window.endsAt <= now) this.#end(key, window)
    }
    return this.#summaries.shift() ?? null
  }

  /** Returns a summary that could not be recorded. */
  putBack(summary: Refusal): void {
    this.#summaries.unshift(summary)
  }

  #windowOf(key: string, now: number): Window {
    const open = this.#windows.get(key)
    if (open && open.endsAt > now) return open
    if (open) this.#end(key, open)
    if (this.#windows.size >= MAX_WINDOWS) for (const [each, window] of this.#windows) this.#end(each, window)
    const window: Window = { endsAt: now + WINDOW_MS, whole: 0, rest: null }
    this.#windows.set(key, window)
    return window
  }

  #end(key: string, { rest }: Window): void {
    this.#windows.delete(key)
    if (rest) this.#summaries.push(summaryOf(rest))
  }
}

function keyOf({ actor: { name, identity }, action }: IntentDraft): string {
  return JSON.stringify([identity?.issuer, identity?.subject ?? name, action])
}

function summaryOf({ draft, detail, targets, count }: Rest): Refusal {
  const { actor, action } = draft
  const calls = count === 1 ? '1 more call' : `${count} more calls`
  return {
    draft: {
      actor,
      action,
      targets: [...targets],
      reason: null,
      ticket: null,
      requestId: null,
      after: { calls: count },
    },
    detail: `${calls} of this user with this action ${count === 1 ? 'was' : 'were'} refused within a minute. The first: ${detail}`,
  }
}
