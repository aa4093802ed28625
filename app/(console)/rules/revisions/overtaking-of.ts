import type { Plans } from '#lib/hap/plans/plan.ts'
import { ruleChanges } from '#lib/hap/publication/rule-changes.ts'
import { rulesOfTexts } from '#lib/hap/publication/rules-of-texts.ts'
import type { Semantics } from '#lib/hap/semantics/policy.ts'
import type { PublishAnswer } from './actions.ts'
import type { Overtaking } from './use-overtaking.ts'

/** A refusal because somebody else was first, as what overtook the author. */
export function overtakingOf(
  { baseTexts, current }: Extract<PublishAnswer, { kind: 'conflict' }>,
  plans: Plans,
  semantics: Semantics,
): Overtaking {
  const [began, now] = [baseTexts, current?.texts ?? []].map(texts => rulesOfTexts(texts, semantics))
  return { number: current?.number ?? null, by: current, changes: ruleChanges(began ?? [], now ?? [], plans) }
}
