import type { User } from '#lib/auth/session.ts'
import { stepUpObstacle } from '#lib/auth/step-up.ts'
import { NEEDS_APPROVAL } from '#lib/hap/actions/state-table.ts'

interface Hindered {
  readonly status: 403 | 409
  /** Sentences; those of a retry are other ones where that is another thing. */
  readonly words: string
  readonly ofRetry: string
}

/** What keeps somebody, who signed in at a time, from doing what is dangerous; null when nothing does. */
export type Hindrance = (user: User, signedInAt: number | null | undefined) => Hindered | null

const TWO: Hindered = {
  status: 409,
  words: NEEDS_APPROVAL,
  ofRetry: `${NEEDS_APPROVAL} Select what was not done, and propose a new job.`,
}

/** Nobody does it alone. */
export const TWO_PERSONS: Hindrance = () => TWO

/** Who was signed in by the identity provider does it after a recent sign-in. Of whom no time is known, none was recent. */
export function recentSignIn(now: () => number): Hindrance {
  return (user, signedInAt) => {
    const words = stepUpObstacle(user, signedInAt === undefined ? 0 : signedInAt, now())
    return words === null ? null : { status: 403, words, ofRetry: words }
  }
}
