import { matchedNumber } from '#app/api/entity-tag.ts'
import { publishResponse } from '#app/api/publish-answer.ts'
import { requestIdOf } from '#app/api/request-id.ts'
import { revisionNumber } from '#app/api/revision-number.ts'
import { roleFirst } from '#app/api/role-first.ts'
import { said } from '#app/api/rules-input.ts'
import { writeRoute } from '#app/api/write-route.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { RULES_TARGET, RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { runtime } from '#lib/runtime.ts'
import { publishRevision, rollBackRules } from '#lib/services/rules/publish-rules.ts'

/** Publishes the rules of an older revision again if the revision in `If-Match` is in force. */
export const POST = writeRoute<{ readonly number: string }>(
  {
    action: RULES_VERBS.rollBack,
    target: () => RULES_TARGET,
    authorise: roleFirst(RULES_VERBS.rollBack, RULES_TARGET, NEEDED_ROLES.rules),
  },
  async ({ user, params, request, body }) => {
    const input = { ...said(body), number: revisionNumber(params.number), basedOn: matchedNumber(request) }
    return publishResponse(
      await publishRevision(runtime(), { user, requestId: requestIdOf(request), input }, rollBackRules),
    )
  },
)
