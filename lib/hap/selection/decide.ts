import { TupleCache } from '../memo.ts'
import { formatLabels } from '../pools/labels.ts'
import type { AccountRequest, Request } from '../request.ts'
import type { Decision, Outcome } from './decision.ts'
import { formatLack } from './lack.ts'
import { explainSearch, explainWithoutSearch } from './reasoning.ts'
import { refused, resolveTarget } from './resolve-target.ts'
import {
  clustersOf,
  isRestored,
  type SearchInput,
  type SearchResult,
  searchDedicated,
  searchShared,
  usabilityOf,
} from './search.ts'
import { checkUsability, formatUnusable } from './usability.ts'
import type { Inventory, SelectionConfig } from './usage.ts'

/**
 * Decides what a request gets and why (seeds 000, 001, 003). Pages, API, command line and operators
 * share this pure function. `reasoning` is computed on first access, from the bindings at the time
 * of the decision.
 */
export function decide(request: AccountRequest, inventory: Inventory, config: SelectionConfig): Decision {
  const { rule, pool, end } = resolveTarget(request, config)
  if (end) return withReasoning({ request, outcome: end, rule, pool }, () => explainWithoutSearch(request, config))
  const input = { request, pool, inventory, config }
  const result = search(input)
  const slots = [...inventory.bindings.slots(pool.hyperscalerType)]
  const searched = () => explainSearch(input, result, slots)
  return withReasoning({ request, outcome: outcomeOf(result, input), rule, pool }, searched)
}

/** A decision without its reasoning. */
export type BriefDecision = Pick<Decision, 'rule' | 'pool' | 'outcome'>

/**
 * Decides without reasoning. `outcome` runs the search, or returns a cached outcome of an equal
 * search.
 */
export function decideOutcome(
  request: AccountRequest,
  inventory: Inventory,
  config: SelectionConfig,
  outcome: (input: SearchInput) => Outcome = searchedOutcome,
): BriefDecision {
  const { rule, pool, end } = resolveTarget(request, config)
  return { rule, pool, outcome: end ?? outcome({ request, pool, inventory, config }) }
}

/** Runs the search. */
function searchedOutcome(input: SearchInput): Outcome {
  return outcomeOf(search(input), input)
}

function search(input: SearchInput): SearchResult {
  return input.pool.shared ? searchShared(input) : searchDedicated(input)
}

function withReasoning(decision: Omit<Decision, 'reasoning'>, explain: () => Decision['reasoning']): Decision {
  let reasoning: Decision['reasoning'] | null = null
  return {
    ...decision,
    get reasoning() {
      reasoning ??= explain()
      return reasoning
    },
  }
}

function outcomeOf(result: SearchResult, input: SearchInput): Outcome {
  const { kind, chosen, limit, multiAccount } = result
  if (kind === 'guard') return { kind, message: guardMessage(result) }
  if (kind === 'own-unusable') return refused('own-unusable', ownUnusableMessage(result, input))
  if (kind === 'wait' || !chosen) return { kind: 'wait', message: waitMessage(result, input) }
  const { binding } = chosen
  if (binding.name === '') return refused('unnamed-binding', 'The selected binding has no name.')
  const taken = { binding, clustersAfter: clustersOf(chosen, input) + 1, limit }
  if (kind === 'reuse') return { kind, message: `Reuses ${binding.name}.`, multiAccount, ...taken }
  return { kind, message: `${kind === 'claim' ? 'Claims' : 'Shares'} ${binding.name}.`, ...taken }
}

function guardMessage({ owned }: SearchResult): string {
  return `Stopped: the global account owns ${owned.length} bindings without any cluster.`
}

/** Names the first owned accounts that Gardener refuses. */
function ownUnusableMessage({ owned, migrated = [] }: SearchResult, input: SearchInput): string {
  const unlabelled = migrated.map(
    ({ binding, labels }) => `${binding.name} was migrated by Gardener without labels, set ${formatLabels(labels)}`,
  )
  const unusable = owned.flatMap(pooled => {
    const found = checkUsability(pooled, usabilityOf(input))
    return found ? [`${pooled.binding.name} ${formatUnusable(found, pooled.binding)}`] : []
  })
  const refused = [...unlabelled, ...unusable]
  const rest = refused.length > MAX_NAMED ? `; and ${refused.length - MAX_NAMED} more` : ''
  return `None of the accounts of this global account can be used, and it is not assigned another one: ${refused.slice(0, MAX_NAMED).join('; ')}${rest}.`
}

const MAX_NAMED = 3

function waitMessage({ owned, multiAccount }: SearchResult, input: SearchInput): string {
  const restored = multiAccount ? undefined : owned.find(one => isRestored(one, input))
  if (restored)
    return `Would wait: ${restored.binding.name} of this global account was restored or recreated, and an administrator has to accept it.`
  const none = formatLack(input.pool, { ...input.inventory, ...input.config })
  if (owned.length === 0) return `Would wait: ${none}.`
  const own = owned.length === 1 ? 'the only binding' : `none of the ${owned.length} bindings`
  return `Would wait: ${own} of this global account ${owned.length === 1 ? 'cannot' : 'can'} take the cluster, and ${none}.`
}

/**
 * Decides many requests against one landscape. A search depends on pool, provider and global
 * account only, so its outcome is cached by these.
 */
export class Decider {
  readonly #inventory: Inventory
  readonly #config: SelectionConfig
  readonly #outcomes = new TupleCache<Outcome>()
  readonly #outcome = (input: SearchInput) => {
    const { pool, request } = input
    const { hyperscalerType, euAccess, shared } = pool
    return this.#outcomes.get(
      [hyperscalerType, euAccess ? 'EU' : '', shared ? 'S' : '', request.provider, request.globalAccount],
      () => searchedOutcome(input),
    )
  }

  constructor(inventory: Inventory, config: SelectionConfig) {
    this.#inventory = inventory
    this.#config = config
  }

  /** Decides one request without reasoning. */
  decide(request: Request): BriefDecision {
    return decideOutcome(request, this.#inventory, this.#config, this.#outcome)
  }
}
