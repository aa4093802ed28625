import type { Moment } from '#lib/util/moment.ts'

/** What an answer is made from. */
interface Basis {
  readonly moment: Moment
  /** What else it depends on; the same answer only while it is the same thing. */
  readonly other: unknown
}

interface Kept {
  readonly madeAt: number
  readonly basis: Basis
  readonly json: string
}

/** Then nobody may be given it any more: times in an answer are not older than this. */
const LONGEST_MS = 1_000

/** Answers that many pages ask for at once, since they hear of a change together: each is made once. */
export class SharedAnswers {
  readonly #now: () => number
  readonly #kept = new Map<string, Kept>()

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** The JSON that answers `question`, made now or not before `heard`, the last moment that whoever asks knows of. Throws what `make` throws. */
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
