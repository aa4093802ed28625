import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { userObstacle } from '#lib/auth/user-obstacle.ts'
import { RESOURCE_ENTRIES, type ResourceVerb } from '#lib/hap/audit/target.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { ResourceCall } from './resource-context.ts'

/** Throws RefusedError unless somebody has the role a verb needs. */
export function requireVerb(verb: ResourceVerb, user: User): void {
  requireRoleFor(user, verb === 'delete-cluster' ? NEEDED_ROLES.deleteCluster : NEEDED_ROLES.resources)
}

/** Throws RefusedError unless somebody has this role. */
export function requireRoleFor(user: User, needed: Role): void {
  const obstacle = userObstacle(user, needed)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
}

/** The entry of an attempt of which nothing is read yet. */
export function attemptOf(
  verb: ResourceVerb,
  call: Pick<ResourceCall, 'user' | 'requestId'>,
  targets: readonly string[],
): IntentDraft {
  return attemptDraft(RESOURCE_ENTRIES[verb], call, targets)
}
