import { isLegalLabelValue } from '#lib/hap/pools/label-value.ts'
import { formatSelector, type LabelSelector } from '#lib/hap/pools/selector.ts'
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
  return bindingsCommand(inventory.namespace, formatSelector(selector))
}

/** The command that lists the bindings of a namespace that a selector finds; every value of it is a legal label value. */
export function bindingsCommand(namespace: string, selector: string): string {
  return `kubectl get credentialsbindings,secretbindings -n ${namespace} -l '${selector}'`
}
