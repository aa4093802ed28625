import { matchedNumber, versionedAnswer } from '#app/api/entity-tag.ts'
import { publishResponse } from '#app/api/publish-answer.ts'
import { requestIdOf } from '#app/api/request-id.ts'
import { roleFirst } from '#app/api/role-first.ts'
import { said } from '#app/api/rules-input.ts'
import { viewerRoute } from '#app/api/viewer-route.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { RULES_TARGET, RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { runtime } from '#lib/runtime.ts'
import { getRules } from '#lib/services/rules/get-rules.ts'
import { publishRevision, publishRules } from '#lib/services/rules/publish-rules.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** The rules in force. */
export const GET = viewerRoute(({ context }) => {
  const answer = getRules(context, runtime().rules.active)
  return versionedAnswer(answer.number, answer)
})

/**
 * Publishes rules if the revision in `If-Match` is in force. A missing role is refused and recorded
 * first.
 */
export const PUT = writeRoute(
  {
    action: RULES_VERBS.publish,
    target: () => RULES_TARGET,
    authorise: roleFirst(RULES_VERBS.publish, RULES_TARGET, NEEDED_ROLES.rules),
  },
  async ({ user, request, body }) => {
    const input = { ...said(body), basedOn: matchedNumber(request) }
    return publishResponse(
      await publishRevision(runtime(), { user, requestId: requestIdOf(request), input }, publishRules),
    )
  },
  { mostBytes: MAX_BODY_BYTES },
)
