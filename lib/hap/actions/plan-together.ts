import { applyChange } from '../lifecycle/change.ts'
import type { Binding } from '../pools/binding.ts'
import { pooledBinding } from '../pools/pooled-binding.ts'
import type { Action } from './action.ts'
import { type ActionFacts, dirtySiblings } from './facts.ts'
import { type ActionInput, type ActionPlan, planAction } from './plan-action.ts'
import { isDoneTogether } from './together.ts'

export interface PlanTogether {
  readonly plan: ActionPlan
  /** What is done to other bindings of the account before, in that order. */
  readonly others: readonly { readonly binding: Binding; readonly plan: ActionPlan }[]
}

/**
 * The same as planAction, with what is done to other bindings of the account on the way. Dirty ones are confirmed clean, or unmarked,
 * together: first the others, which wait on hold, then this one, and then the holds end. At no step is one in use beside a dirty one.
 */
export function planTogether(
  action: Action,
  facts: ActionFacts,
  input: ActionInput,
): PlanTogether | { readonly reason: string } {
  const others: { readonly binding: Binding; readonly plan: ActionPlan }[] = []
  let { siblings } = facts
  for (const other of isDoneTogether(action) ? dirtySiblings(facts) : []) {
    const rest = siblings.filter(each => each !== other)
    const planned = planAction(action, { ...facts, pooled: other, siblings: [facts.pooled, ...rest] }, input)
    const { binding } = other
    if (!planned.allowed) return { reason: `${binding.name} refers to the same account. ${planned.reason}` }
    others.push({ binding, plan: planned.plan })
    siblings = [...rest, pooledBinding(applyChange(binding, planned.plan.change)) ?? other]
  }
  const own = planAction(action, { ...facts, siblings }, input)
  if (!own.allowed) return { reason: own.reason }
  const { plan } = own
  if (others.length === 0) return { others, plan }
  const names = others.map(({ binding }) => binding.name)
  const too = action === 'confirm-clean' ? cleanedToo(names) : undoneToo(names)
  return { others, plan: { ...plan, consequence: [...plan.consequence, too] } }
}

function cleanedToo(names: readonly string[]): string {
  const [refer, are] = names.length === 1 ? ['refers', 'is'] : ['refer', 'are']
  return `${names.join(' and ')}, which ${refer} to the same account, ${are} confirmed clean too, and free after it.`
}

function undoneToo(names: readonly string[]): string {
  const [refer, are, returns] = names.length === 1 ? ['refers', 'is', 'returns'] : ['refer', 'are', 'return']
  return `${names.join(' and ')}, which ${refer} to the same account, ${are} not cleaned either, and ${returns} after it.`
}
