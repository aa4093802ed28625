import type { Moment } from '#lib/util/moment.ts'

/** Inputs of an answer. */
interface Basis {
  readonly moment: Moment
  /** Further input, compared by identity. */
  readonly other: unknown
}

interface Kept {
  readonly madeAt: number
  readonly basis: Basis
  readonly json: string
}

/** Maximum age of a shared answer, which also bounds the age of times in it. */
const LONGEST_MS = 1_000

/**
 * Shares answers between the pages that fetch after the same change, so that each is computed once.
 */
export class SharedAnswers {
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Returns the JSON that answers `question`, computed now or not before `heard`, the latest moment
   * that the client knows. Throws what `make` throws.
   */
  get(question: string, heard: Moment, basis: Basis, make: () => unknown): string {
    const now = this.#now()
    const kept = this.#kept.get(question)
    if (kept && now - kept.madeAt < LONGEST_MS && isGoodFor(kept.basis, heard, basis)) return kept.json
    for (const [old, { madeAt }] of this.#kept) if (now - madeAt >= LONGEST_MS) this.#kept.delete(old)
    const json = JSON.stringify(make())
    this.#kept.set(question, { madeAt: now, basis, json })
    return json
  }
}

function isGoodFor(kept: Basis, heard: Moment, basis: Basis): boolean {
  return (
    heard.version >= 0 &&
    kept.moment.version >= heard.version &&
    kept.moment.rules === basis.moment.rules &&
    kept.other === basis.other
  )
}
