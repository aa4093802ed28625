import { parsePublishedRules, ruleChanges } from '#lib/hap/analysis/rule-changes.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { PublishAnswer } from './actions.ts'
import type { Overtaking } from './use-overtaking.ts'

/** A refusal because somebody else was first, as what overtook the author. */
export function overtakingOf(
  { baseTexts, current }: Extract<PublishAnswer, { kind: 'conflict' }>,
  plans: Plans,
  semantics: Semantics,
): Overtaking {
  const [began, now] = [baseTexts, current?.texts ?? []].map(texts => parsePublishedRules(texts, semantics))
  return { number: current?.number ?? null, by: current, changes: ruleChanges(began ?? [], now ?? [], plans) }
}
