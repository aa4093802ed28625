import { epochOf } from '../lifecycle/epoch.ts'
import type { AuditedChange } from './audited-change.ts'
import type { BindingWrite } from './binding-write.ts'
import { afterOf } from './entry-change.ts'
import { isLabelled } from './labelled.ts'
import type { AuditOutcome } from './outcome.ts'

/** Epochs of a binding that were raised after the first of these, up to the last. */
export interface EpochSpan {
  readonly from: number
  readonly to: number
}

/** What is not over yet, or not known, may have been what was seen. */
const MAY_HAVE: ReadonlySet<AuditOutcome> = new Set(['accepted', 'open', 'unknown'])

/** Whether an action is one of those that raised the epoch of a binding, by its bindingKey, in a span. */
export function wroteWithin(
  entry: AuditedChange & { readonly wrote: readonly BindingWrite[] },
  binding: string,
  { from, to }: EpochSpan,
): boolean {
  const own = entry.targets.includes(binding) && MAY_HAVE.has(entry.outcome) ? [afterOf(entry)] : []
  const onTheWay = entry.wrote.filter(write => write.binding === binding).map(({ after }) => after)
  return [...own, ...onTheWay].some(look => {
    const epoch = isLabelled(look) ? epochOf(look) : 0
    return from < epoch && epoch <= to
  })
}
