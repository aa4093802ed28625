'use server'

import { streamWrite, type Written } from '#app/(console)/server-action.ts'
import { runtime } from '#lib/runtime.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import type { PublishResult } from '#lib/services/rules/publish.ts'
import { publishRevision, publishRules, rollBackRules } from '#lib/services/rules/publish-rules.ts'
import type { WriteResult } from '#lib/services/rules/write-config-map.ts'

/** A revision that another person published while the draft was open. */
interface NewerRevision {
  readonly number: number
  readonly actor: string
  readonly at: string
  readonly reason: string
  readonly texts: readonly string[]
}

type Publication =
  | { readonly kind: 'published'; readonly number: number }
  /** `baseTexts` are the rules the draft began with. */
  | { readonly kind: 'conflict'; readonly baseTexts: readonly string[]; readonly current: NewerRevision | null }
  | Exclude<PublishResult, { kind: 'published' | 'conflict' }>

export type PublishAnswer = Publication | FailedAction

/**
 * Publishes a draft. A background write updates the ConfigMap afterwards. The service refuses users
 * without the role, so that the attempt is audited.
 */
export async function publishDraft(input: unknown): Promise<ReadableStream<Written<Publication>>> {
  return publishWith(input, publishRules)
}

/** Publishes the rules of an older revision as a new revision. */
export async function rollBack(input: unknown): Promise<ReadableStream<Written<Publication>>> {
  return publishWith(input, rollBackRules)
}

/**
 * Writes the published rules to the ConfigMap, after a failed write or a change by another writer.
 */
export async function writeRules(input: unknown): Promise<ReadableStream<Written<WriteResult>>> {
  return streamWrite(({ user, requestId }) => runtime().rulesWriter.write({ user, requestId, input }))
}

function publishWith(input: unknown, publish: typeof publishRules) {
  return streamWrite(async ({ user, requestId }): Promise<Publication> => {
    const result = await publishRevision(runtime(), { user, requestId, input }, publish)
    if (result.kind === 'conflict') return buildConflict(result)
    return result.kind === 'published' ? { kind: 'published', number: result.publication.number } : result
  })
}

function buildConflict({ base, current }: Extract<PublishResult, { kind: 'conflict' }>): Publication {
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
