import { suggestName } from '../suggest-name.ts'
import type { Binding } from './binding.ts'
import { missingTypeText, misspelledType, NO_LABELS } from './labels.ts'
import type { PooledBinding } from './pooled-binding.ts'

/**
 * A binding without labels of HAP as a list row: malformed, since no selector finds it. Null for a
 * Secret, unless one of its labels looks like the hyperscaler type: most Secrets are no accounts.
 */
export function unlabelledBinding(binding: Binding, knownTypes: ReadonlySet<string>): PooledBinding | null {
  const misspelled = misspelledType(binding.labels)
  if (binding.kind === 'Secret' && misspelled === null) return null
  const nearest = nearestType(misspelled?.value ?? binding.providers[0] ?? '', knownTypes)
  const words = `${missingTypeText(binding.labels)}${nearest === null ? '' : `; the nearest known type is ${nearest}`}`
  const problems = [{ label: 'hyperscalerType', kind: 'missing', words } as const]
  return { binding, labels: NO_LABELS, problems, terminating: binding.deletedAt !== null, holdEnd: null }
}

/** The known hyperscaler type that a text probably means; null for none. */
export function nearestType(text: string, knownTypes: ReadonlySet<string>): string | null {
  return knownTypes.has(text) ? text : suggestName(text, knownTypes)
}
