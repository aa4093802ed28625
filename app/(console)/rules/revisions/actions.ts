'use server'

import { actionRequestId } from '#app/(console)/action-request.ts'
import { requireWriter } from '#lib/auth/session.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'
import type { PublishResult } from '#lib/services/rules/publish.ts'
import { publishRevision, publishRules, rollBackRules } from '#lib/services/rules/publish-rules.ts'
import type { WriteResult } from '#lib/services/rules/write-config-map.ts'

/** The revision that another person published first. */
interface NewerRevision {
  readonly number: number
  readonly actor: string
  readonly at: string
  readonly reason: string
  readonly texts: readonly string[]
}

export type PublishAnswer =
  | { readonly kind: 'published'; readonly number: number }
  /** `baseTexts` are the rules the draft began with. */
  | { readonly kind: 'conflict'; readonly baseTexts: readonly string[]; readonly current: NewerRevision | null }
  | Exclude<PublishResult, { kind: 'published' | 'conflict' }>
  | FailedAction

/**
 * Publishes a draft. A background write updates the ConfigMap afterwards. The service refuses users
 * without the role, so that the attempt is audited.
 */
export async function publishDraft(input: unknown): Promise<PublishAnswer> {
  return publishWith(input, publishRules)
}

/** Publishes the rules of an older revision as a new revision. */
export async function rollBack(input: unknown): Promise<PublishAnswer> {
  return publishWith(input, rollBackRules)
}

/**
 * Writes the published rules to the ConfigMap, after a failed write or a change by another writer.
 */
export async function writeRules(input: unknown): Promise<WriteResult | FailedAction> {
  try {
    const user = await requireWriter(runtime().auth)
    return await runtime().rulesWriter.write({ user, requestId: actionRequestId(), input })
  } catch (error) {
    return buildFailedAction(error)
  }
}

async function publishWith(input: unknown, publish: typeof publishRules): Promise<PublishAnswer> {
  try {
    const user = await requireWriter(runtime().auth)
    const result = await publishRevision(runtime(), { user, requestId: actionRequestId(), input }, publish)
    if (result.kind === 'conflict') return buildConflict(result)
    return result.kind === 'published' ? { kind: 'published', number: result.publication.number } : result
  } catch (error) {
    return buildFailedAction(error)
  }
}

function buildConflict({ base, current }: Extract<PublishResult, { kind: 'conflict' }>): PublishAnswer {
  const started = current?.number === 1 ? current.replaced : runtime().rules.start.ruleset.rules.map(({ text }) => text)
  return {
    kind: 'conflict',
    baseTexts: base?.texts ?? started,
    current: current && {
      number: current.number,
      actor: current.actor,
      at: current.at,
      reason: current.reason,
      texts: current.texts,
    },
  }
}
