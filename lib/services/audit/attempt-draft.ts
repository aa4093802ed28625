import type { User } from '#lib/auth/session.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'

/** Who attempts something, and by which request. */
interface Attempt {
  readonly user: Pick<User, 'name' | 'role'>
  readonly requestId: string | null
}

/** Of one target: names in addresses may be of any length. Kind, namespace and name of an object have at most 337. */
const MOST_CHARACTERS = 400

/** What the audit log is told of an attempt of which nothing else is known yet. */
export function attemptDraft(
  action: string,
  { user: { name, role }, requestId }: Attempt,
  targets: readonly string[],
): IntentDraft {
  return {
    actor: { name, role },
    action,
    targets: targets.map(target => target.slice(0, MOST_CHARACTERS)),
    reason: null,
    ticket: null,
    requestId,
  }
}
