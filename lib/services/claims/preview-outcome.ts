import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import type { AccountRequest } from '#lib/hap/request.ts'
import type { Outcome } from '#lib/hap/selection/decision.ts'
import type { ClusterCount } from '#lib/hap/selection/usage.ts'
import type { Choice, Facts } from '#lib/store/claims/ledger.ts'
import { accountCounter } from './account-facts.ts'
import { type Attempt, choose, decideOn, newAttempt, poolFor, questionOf } from './choose.ts'
import type { ClaimContext } from './claim-context.ts'
import { foreignMessage } from './claim-errors.ts'
import type { Deadline } from './deadline.ts'
import { slotOf } from './grounds.ts'

type Taken = Extract<Outcome, { readonly binding: Binding }>

/** Why a claim would not get an account that Gardener alone would permit. */
export type Blocker = 'fenced' | 'being-taken' | 'foreign'

/** Predicted outcome of a claim. */
export type PreviewedOutcome =
  | { readonly kind: 'take'; readonly outcome: Taken }
  /** `ahead`: claims that wait for the same pool already. */
  | { readonly kind: 'wait'; readonly ahead: number }
  | { readonly kind: 'refuse'; readonly message: string }
  /** An operation is running on an account of the tenant. */
  | { readonly kind: 'busy' }
  /** Claims of the same tenant are in progress; their outcome decides. */
  | { readonly kind: 'behind'; readonly claims: number }

/**
 * What a claim would do at this moment, and what keeps it from the result by labels and shoots
 * alone.
 */
export interface OutcomePreview {
  readonly foreseen: PreviewedOutcome
  /** By accountKey. */
  readonly obstacles: ReadonlyMap<string, Blocker>
  /** Clusters of an account by its accountKey, as the claim would count them. */
  count(account: string): ClusterCount
}

/**
 * Decides a request as a new claim would be, by the same facts and choice. Locks and writes
 * nothing, and does not list an empty pool again.
 */
export async function previewOutcome(
  context: ClaimContext,
  request: AccountRequest,
  deadline: Deadline,
): Promise<OutcomePreview> {
  const rules = context.rules()
  const pool = poolFor(context, request, rules)
  if (pool === null) {
    const { outcome } = decideOn(context, { request, rules }, new Set(), null)
    return outcomePreview(context, null, { kind: 'refuse', message: outcome.message }, new Map())
  }
  const attempt = { ...newAttempt({ request, cluster: null, onExhausted: 'wait' }, pool, rules), listed: true }
  const obstacles = new Map<string, Blocker>()
  for (;;) {
    deadline.left()
    const question = questionOf(context, attempt, pool.shared ? null : slotOf(request.globalAccount, pool))
    const facts = await context.ledger.previewFacts(question)
    const choice = choose(context, attempt, question, facts)
    if (choice.kind === 'take' && (await context.ledger.isTakenByOthers(choice.pick, request.globalAccount))) {
      const { outcome, binding } = choice.pick
      if (outcome === 'reuse')
        return outcomePreview(context, facts, { kind: 'refuse', message: foreignMessage(binding.name) }, obstacles)
      attempt.avoided.set(choice.pick.account, 'foreign')
      obstacles.set(choice.pick.account, 'foreign')
    } else if (choice.kind === 'look') await look(context, attempt, choice, deadline)
    else return outcomePreview(context, facts, previewedBy(attempt, choice, facts), obstacles)
  }
}

/** Reads bindings that others wrote and no watch has delivered, as a claim would. */
async function look(
  { garden, recent }: ClaimContext,
  attempt: Attempt,
  { bindings }: Extract<Choice, { readonly kind: 'look' }>,
  deadline: Deadline,
): Promise<void> {
  for (const ref of bindings === 'pool' ? [] : bindings) {
    await recent.read(ref, () => deadline.persist(ms => garden.read(ref, ms)))
    attempt.looked.add(bindingKey(ref))
  }
}

function previewedBy(
  { decision }: Attempt,
  choice: Exclude<Choice, { readonly kind: 'look' }>,
  facts: Facts,
): PreviewedOutcome {
  switch (choice.kind) {
    case 'take': {
      const outcome = decision?.outcome
      if (!outcome || !('binding' in outcome)) throw new Error('A binding was picked without a decision.')
      return { kind: 'take', outcome }
    }
    case 'wait':
      return { kind: 'wait', ahead: facts.ahead }
    case 'refuse':
      return { kind: 'refuse', message: choice.grounds.message }
    case 'own-unusable':
      return { kind: 'refuse', message: choice.message }
    case 'resolve':
      return { kind: 'behind', claims: choice.claims.length }
    case 'busy':
    case 'raise-epoch':
      return { kind: 'busy' }
  }
}

function outcomePreview(
  { inventory }: ClaimContext,
  facts: Facts | null,
  foreseen: PreviewedOutcome,
  found: ReadonlyMap<string, Blocker>,
): OutcomePreview {
  const obstacles = new Map<string, Blocker>([
    ...(facts?.beingTaken ?? []).map(account => [account, 'being-taken'] as const),
    ...(facts?.fenced ?? []).map(account => [account, 'fenced'] as const),
    ...found,
  ])
  return { foreseen, obstacles, count: accountCounter(inventory, facts?.counts ?? []) }
}
