import { MOMENT_HEADER, type Moment, momentOf, parseMoment } from '#lib/util/moment.ts'
import { Reply, reply } from './reply.ts'

/** Inputs of an answer. */
interface Basis {
  readonly moment: Moment
  /** Further input, compared by identity. */
  readonly other: unknown
}

interface Cached {
  readonly computedAt: number
  readonly basis: Basis
  readonly json: string
}

/** Maximum age of a shared answer, which also bounds the age of times in it. */
const MAX_AGE_MS = 1_000

/**
 * Shares answers between the pages that fetch after the same change, so that each is computed once.
 */
export class SharedAnswers {
  readonly #now: () => number
  readonly #cached = new Map<string, Cached>()

  /** `now` in milliseconds. */
  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Returns the JSON that answers `question`, computed now or not before `known`, the latest moment
   * that the client knows. Throws what `make` throws.
   */
  get(question: string, known: Moment, basis: Basis, make: () => unknown): string {
    const now = this.#now()
    const cached = this.#cached.get(question)
    if (cached && now - cached.computedAt < MAX_AGE_MS && isCurrent(cached.basis, known, basis)) return cached.json
    for (const [old, { computedAt }] of this.#cached) if (now - computedAt >= MAX_AGE_MS) this.#cached.delete(old)
    const json = JSON.stringify(make())
    this.#cached.set(question, { computedAt: now, basis, json })
    return json
  }
}

function isCurrent(cached: Basis, known: Moment, basis: Basis): boolean {
  return (
    known.version >= 0 &&
    cached.moment.version >= known.version &&
    cached.moment.rules === basis.moment.rules &&
    cached.other === basis.other
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
  const known = parseMoment(request.headers.get(MOMENT_HEADER))
  if (known === null) return reply(make())
  const { pathname, search } = new URL(request.url)
  const json = ANSWERS.get(`${pathname}${search}`, known, { moment: momentOf(context), other }, make)
  // Sharing a compressed body does not work: Next.js drops the content-encoding of a route and
  // compresses again.
  return new Reply(json, { status: 200, headers: {} })
}
