import { MOMENT_HEADER, type Moment, momentOf, parseMoment, streamOf } from '#lib/util/moment.ts'
import { STREAM_SUBJECTS } from './events/stream-subjects.ts'
import { Reply, reply } from './reply.ts'

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

const ANSWERS = new SharedAnswers(() => performance.now())

/**
 * Reply of `make`, which may depend on the address, the context's inventory and rules, and `other`,
 * but not on the user. Pages that fetch after the same change share a reply; other requests compute
 * their own.
 */
export function sharedReply<Body>(
  request: Request,
  context: Parameters<typeof momentOf>[0],
  make: () => Body,
  other: unknown = null,
): Reply<Body> {
  const text = request.headers.get(MOMENT_HEADER)
  const heard = parseMoment(text)
  if (text === null || heard === null) return reply(make())
  const { pathname, search } = new URL(request.url)
  const question = `${pathname}${search}`
  const stream = streamOf(text)
  if (stream !== null) STREAM_SUBJECTS.ask(stream, question)
  const json = ANSWERS.get(question, heard, { moment: momentOf(context), other }, make)
  // Sharing a compressed body does not work: Next.js drops the content-encoding of a route and
  // compresses again.
  return new Reply(json, { status: 200, headers: {} })
}
