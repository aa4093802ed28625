import type { Send } from '../api-caller.ts'
import type { Target } from '../description.ts'
import type { Known } from '../known-names.ts'
import { ACCOUNT_RECIPES } from './accounts.ts'
import { OPERATOR_RECIPES } from './operators.ts'
import type { Order, Recipes } from './order.ts'
import { PEOPLE_RECIPES } from './people.ts'
import { RULES_RECIPES } from './rules.ts'

const RECIPES: Recipes = { ...ACCOUNT_RECIPES, ...RULES_RECIPES, ...OPERATOR_RECIPES, ...PEOPLE_RECIPES }

/** The input of a query besides its address. */
const QUERIES: Readonly<Record<string, string>> = { format: 'csv', q: 'aws', after: '0', page: 'bindings' }

/**
 * A valid request of an operation on the console in its current state. Throws when a prerequisite cannot be created.
 */
export async function wellOrder(target: Target, send: Send, known: Known): Promise<Order> {
  const { address, method, operation } = target
  const recipe = RECIPES[`${method} ${address}`]
  if (recipe) return recipe(send, known)
  const needed = operation.parameters.filter(each => each.in === 'query' && each.required)
  return {
    path: known.places(address)[0] ?? {},
    query: Object.fromEntries(needed.map(({ name }) => [name, QUERIES[name] ?? ''])),
  }
}
