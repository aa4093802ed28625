import type { BindingChange } from '../lifecycle/change.ts'
import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Binding } from '../pools/binding.ts'
import { labelKey } from '../pools/labels.ts'

export interface DiffLine {
  readonly change: 'added' | 'removed' | 'kept'
  readonly key: string
  readonly value: string
  readonly note: string
}

/** A change line by line: what goes, what comes, and the tenant's name where it stays. */
export function diffOf(binding: Binding, change: BindingChange): readonly DiffLine[] {
  const tenant = labelKey(binding.kind, 'tenantName')
  const kept = binding.labels[tenant]
  const stays = kept !== undefined && !Object.hasOwn(change.labels, tenant)
  return [
    ...(stays ? [{ change: 'kept' as const, key: tenant, value: kept, note: 'stays' }] : []),
    ...lines(binding.labels, change.labels, 'label'),
    // How far a cleaner is stands there for cleaners.
    ...lines(binding.annotations, change.annotations, 'annotation').filter(({ key }) => key !== ANNOTATIONS.cleaning),
  ]
}

function lines(
  before: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>>,
  note: string,
): readonly DiffLine[] {
  return Object.entries(change).flatMap(([key, value]) => {
    const old = before[key]
    return [
      ...(old === undefined ? [] : [{ change: 'removed' as const, key, value: old, note }]),
      ...(value === null ? [] : [{ change: 'added' as const, key, value, note }]),
    ]
  })
}
