import { ByTexts } from '../by-texts.ts'
import type { Request } from '../request.ts'
import { type Ending, endingOf, searchedOutcome } from './decide.ts'
import type { Outcome } from './decision.ts'
import type { SearchInput } from './search.ts'
import type { Inventory, SelectionConfig } from './selection-config.ts'

/**
 * Decides many requests at one moment. Of a request that leads to a pool a search looks at provider and global account alone, so that
 * those alike are searched for once.
 */
export class Decider {
  readonly #inventory: Inventory
  readonly #config: SelectionConfig
  readonly #outcomes = new ByTexts<Outcome>()
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

  /** What `decide` comes to. */
  decide(request: Request): Ending {
    return endingOf(request, this.#inventory, this.#config, this.#outcome)
  }
}
