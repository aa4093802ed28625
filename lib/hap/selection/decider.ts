import { ByTexts } from '../by-texts.ts'
import type { Request } from '../request.ts'
import { searchedOutcome } from './decide.ts'
import type { Decision, Outcome } from './decision.ts'
import type { Inventory, SelectionConfig } from './selection-config.ts'
import { wayOf } from './way.ts'

/** A decision without its reasoning. */
export type Ending = Pick<Decision, 'rule' | 'pool' | 'outcome'>

/**
 * Decides many requests at one moment. Of a request that leads to a pool a search looks at provider and global account alone, so that
 * those alike are searched for once.
 */
export class Decider {
  readonly #inventory: Inventory
  readonly #config: SelectionConfig
  readonly #outcomes = new ByTexts<Outcome>()

  constructor(inventory: Inventory, config: SelectionConfig) {
    this.#inventory = inventory
    this.#config = config
  }

  /** What `decide` comes to. */
  decide(request: Request): Ending {
    const [inventory, config] = [this.#inventory, this.#config]
    const { rule, pool, end } = wayOf(request, config)
    if (end) return { rule, pool, outcome: end }
    const { hyperscalerType, euAccess, shared } = pool
    const outcome = this.#outcomes.get(
      [hyperscalerType, euAccess ? 'EU' : '', shared ? 'S' : '', request.provider, request.globalAccount],
      () => searchedOutcome({ request, pool, inventory, config }),
    )
    return { rule, pool, outcome }
  }
}
