import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import { formatBindingsCommand, formatSelector, type LabelSelector } from '#lib/hap/pools/selector.ts'
import type { QueryContext } from './query-context.ts'

/** Whether every value of a selector is a legal label value. Another one would be read as a selector of its own (`x,shared=true`). */
export function isSafeSelector(selector: LabelSelector): boolean {
  return selector.every(requirement => requirement.test === 'absent' || isLegalLabelValue(requirement.value))
}

/** The command that lists what a selector finds, in both kinds of bindings; null for a selector that must not be written down. */
export function selectorCommand(
  selector: LabelSelector,
  { inventory }: Pick<QueryContext, 'inventory'>,
): string | null {
  if (!isSafeSelector(selector)) return null
  return formatBindingsCommand(inventory.namespace, formatSelector(selector))
}
