import { parseAllowlistChange } from '#app/api/allowlist-input.ts'
import { entityTag, matchedNumber, versionedAnswer } from '#app/api/entity-tag.ts'
import { requestIdOf } from '#app/api/request-id.ts'
import { roleFirst } from '#app/api/role-first.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { ALLOWLIST_TARGET, CHANGE_ALLOWLIST } from '#lib/hap/lifecycle/multi-account-change.ts'
import { problemResponse } from '#lib/http/problem-response.ts'
import { getAllowlist } from '#lib/queries/allowlist/allowlist-detail.ts'
import { runtime } from '#lib/runtime.ts'
import { updateAllowlist } from '#lib/services/change-allowlist.ts'

/** Allowlist and limits in force. */
export const GET = viewerRoute(({ context }) => {
  const answer = getAllowlist(context, runtime().multiAccount)
  return versionedAnswer(answer.version, answer)
})

/**
 * Replaces allowlist and limits if the version in `If-Match` is current. A missing role is refused
 * and recorded first.
 */
export const PUT = writeRoute(
  {
    action: CHANGE_ALLOWLIST,
    target: () => ALLOWLIST_TARGET,
    authorise: roleFirst(CHANGE_ALLOWLIST, ALLOWLIST_TARGET, NEEDED_ROLES.allowlist),
  },
  async ({ user, request, body }) => {
    const input = { basedOn: matchedNumber(request), ...parseAllowlistChange(body) }
    const result = await updateAllowlist(runtime(), { user, requestId: requestIdOf(request), input })
    if (result.kind === 'invalid') return problemResponse(400, result.problems.join(' '))
    if (result.kind === 'conflict')
      return problemResponse(412, `Version ${result.current?.version ?? 0} is in force. Look at it, and decide again.`)
    const { version } = result.revision
    return Response.json({ version }, { headers: { etag: entityTag(version), 'cache-control': 'no-store' } })
  },
  { mostBytes: 1_000_000 },
)
