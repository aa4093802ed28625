import { applyChange } from '../lifecycle/change.ts'
import type { Binding } from '../pools/binding.ts'
import { isHeld, pooledBinding } from '../pools/pooled-binding.ts'
import { type Action, isDoneTogether } from './action.ts'
import type { DiffLine } from './diff.ts'
import { type ActionFacts, dirtySiblings } from './facts.ts'
import { type ActionInput, type ActionPlan, planAction } from './plan-action.ts'

export interface PlanTogether {
  readonly plan: ActionPlan
  /** Plans for other bindings of the account, executed first and in this order. */
  readonly others: readonly { readonly binding: Binding; readonly plan: ActionPlan }[]
}

/**
 * Like planAction, with the plans for other dirty bindings of the account. Confirming clean and
 * undoing dirty change all of them: first the others, which go on hold, then this one, then the
 * holds end. At no step is one binding in use while another one is dirty.
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
  const too = action === 'confirm-clean' ? describeCleaned(names) : describeUndone(names)
  return { others, plan: { ...plan, consequence: [...plan.consequence, too] } }
}

function describeCleaned(names: readonly string[]): string {
  const [refer, are] = names.length === 1 ? ['refers', 'is'] : ['refer', 'are']
  return `${names.join(' and ')}, which ${refer} to the same account, ${are} confirmed clean too, and free after it.`
}

function describeUndone(names: readonly string[]): string {
  const [refer, are, returns] = names.length === 1 ? ['refers', 'is', 'returns'] : ['refer', 'are', 'return']
  return `${names.join(' and ')}, which ${refer} to the same account, ${are} not cleaned either, and ${returns} after it.`
}

/** A line that several diffs have in common. */
interface SharedLine extends Omit<DiffLine, 'value'> {
  /** The common value; null when the diffs differ in it. */
  readonly value: string | null
  /** Number of different values. */
  readonly values: number
}

/** One kind of change and the number of bindings it applies to. */
export interface DistinctChange {
  readonly count: number
  /** Index of the first diff of this kind. */
  readonly first: number
  readonly lines: readonly SharedLine[]
}

/**
 * Groups equal changes, the most frequent first. Changes are equal when they touch the same keys
 * and write the same label values; removed values (tenants of many accounts) and counters or dates
 * (the epoch) may differ.
 */
export function distinctChanges(diffs: readonly (readonly DiffLine[])[]): readonly DistinctChange[] {
  const groups = new Map<string, { readonly first: number; count: number; readonly lines: LineGroup[] }>()
  for (const [place, diff] of diffs.entries()) {
    const key = JSON.stringify(
      diff.map(({ change, key, value, note }) => [change, key, isFixed(change, note) && value]),
    )
    const group = groups.get(key)
    if (group === undefined) {
      const lines = diff.map(({ value, ...line }) => ({ line, values: new Set([value]) }))
      groups.set(key, { first: place, count: 1, lines })
      continue
    }
    group.count++
    for (const [n, { value }] of diff.entries()) group.lines[n]?.values.add(value)
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ first, count, lines }) => ({ count, first, lines: lines.map(sharedLine) }))
}

interface LineGroup {
  readonly line: Omit<DiffLine, 'value'>
  readonly values: Set<string>
}

function sharedLine({ line, values }: LineGroup): SharedLine {
  const [only = null] = values
  return { ...line, value: values.size === 1 ? only : null, values: values.size }
}

function isFixed(change: DiffLine['change'], note: string): boolean {
  return change === 'added' && note === 'label'
}

/**
 * Returns why an action is excluded from a bulk job although it is allowed on a single binding, as
 * a sentence; null when it is included.
 */
export function bulkExclusion(action: Action, { pooled, at }: Pick<ActionFacts, 'pooled' | 'at'>): string | null {
  // A bulk hold would replace the reason and the end of each existing hold.
  return action === 'hold' && isHeld(pooled, at) ? 'Already on hold. Edit the hold on the page of the binding.' : null
}
