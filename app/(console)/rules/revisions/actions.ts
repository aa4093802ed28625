'use server'

import { randomUUID } from 'node:crypto'
import { type NoAnswer, noAnswer } from '#app/api/no-answer.ts'
import { requireRole } from '#lib/auth/session.ts'
import { impactSummary } from '#lib/hap/impact/impact-summary.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { draftImpact } from '#lib/queries/impact/draft-impact.ts'
import { runtime } from '#lib/runtime.ts'
import type { PublishResult } from '#lib/services/rules/publish.ts'
import { publishRules } from '#lib/services/rules/publish-rules.ts'
import { rollBackRules } from '#lib/services/rules/roll-back-rules.ts'
import type { RulesContext } from '#lib/services/rules/rules-context.ts'
import type { WriteResult } from '#lib/services/rules/write-config-map.ts'
import { logError } from '#lib/telemetry/log.ts'
import { populationNow } from '../impact/impact-now.ts'

/** A revision somebody else published meanwhile. */
interface Rival {
  readonly number: number
  readonly actor: string
  readonly at: string
  readonly reason: string
  readonly texts: readonly string[]
}

export type PublishAnswer =
  | { readonly kind: 'published'; readonly number: number }
  /** `baseTexts`: the rules the author began from. */
  | { readonly kind: 'conflict'; readonly baseTexts: readonly string[]; readonly current: Rival | null }
  | Exclude<PublishResult, { kind: 'published' | 'conflict' }>
  | NoAnswer

/** Publishes a draft; the ConfigMap is written afterwards, without anybody waiting for it. Somebody without the role is refused by the service, so that the attempt is recorded. */
export async function publishDraft(input: unknown): Promise<PublishAnswer> {
  return carryOut(input, publishRules)
}

/** Publishes the rules of an older revision again. */
export async function rollBack(input: unknown): Promise<PublishAnswer> {
  return carryOut(input, rollBackRules)
}

/** Writes the published rules to the ConfigMap, where that did not come to pass or somebody changed it. */
export async function writeRules(input: unknown): Promise<WriteResult | NoAnswer> {
  try {
    const user = await requireRole(runtime().auth, 'viewer')
    return await runtime().rulesWriter.write({ user, requestId: randomUUID(), input })
  } catch (error) {
    return noAnswer(error)
  }
}

async function carryOut(input: unknown, publish: typeof publishRules): Promise<PublishAnswer> {
  try {
    const user = await requireRole(runtime().auth, 'viewer')
    const requestId = randomUUID()
    const result = await publish(rulesContext(), { user, requestId, input })
    if (result.kind === 'conflict') return conflictOf(result)
    if (result.kind !== 'published') return result
    const { number, reason } = result.publication
    // What is not read now is read in a moment by itself: the rules are published all the same.
    await runtime()
      .rules.refresh()
      .catch((error: unknown) => void logError(error))
    runtime().rulesWriter.begin({ user, requestId, number, reason })
    return { kind: 'published', number }
  } catch (error) {
    return noAnswer(error)
  }
}

function rulesContext(): RulesContext {
  const { store, audit, rules, context } = runtime()
  return {
    store,
    audit,
    plans: rules.active.plans,
    policy: policyOf(context().semantics),
    start: rules.start.ruleset,
    impact: async after => {
      const { population } = await populationNow('clusters', null)
      const { changes, concerns, unknown } = draftImpact(context(), after, population)
      return impactSummary({ changes, concerns }, unknown.length)
    },
  }
}

function conflictOf({ base, current }: Extract<PublishResult, { kind: 'conflict' }>): PublishAnswer {
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
