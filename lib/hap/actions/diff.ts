import { type BindingChange, epochOf } from '../lifecycle/change.ts'
import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { labelKey } from '../pools/labels.ts'

export interface DiffLine {
  readonly change: 'added' | 'removed' | 'kept'
  readonly key: string
  readonly value: string
  readonly note: string
}

/** Diff of a change by lines: removed and added values, and the tenant when it stays. */
export function diffOf(binding: Binding, change: BindingChange): readonly DiffLine[] {
  const tenant = labelKey(binding.kind, 'tenantName')
  const kept = binding.labels[tenant]
  const stays = kept !== undefined && !Object.hasOwn(change.labels, tenant)
  return [
    ...(stays ? [{ change: 'kept' as const, key: tenant, value: kept, note: 'stays' }] : []),
    ...lines(binding.labels, change.labels, 'label'),
    // The cleaning annotation is cleaner state and of no use to people.
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

/** Annotations without meaning for people: ids of writes, the uid, cleaner state. */
const HIDDEN_ANNOTATIONS: ReadonlySet<string> = new Set([ANNOTATIONS.writes, ANNOTATIONS.uid, ANNOTATIONS.cleaning])

type Labelled = Pick<Binding, 'labels' | 'annotations'>

export interface ChangedLine {
  readonly change: 'added' | 'removed'
  readonly key: string
  readonly value: string
  readonly note: 'label' | 'annotation'
}

/** Lists the labels and annotations that differ between two versions of a binding. */
export function changedLines(before: Labelled, now: Labelled): readonly ChangedLine[] {
  return [
    ...changedPairs(before.labels, now.labels, 'label'),
    ...changedPairs(before.annotations, now.annotations, 'annotation').filter(
      ({ key }) => !HIDDEN_ANNOTATIONS.has(key),
    ),
  ]
}

type Pairs = Readonly<Record<string, string>>

function changedPairs(before: Pairs, now: Pairs, note: ChangedLine['note']): readonly ChangedLine[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
  return keys.flatMap(key => {
    const [old, value] = [before[key], now[key]]
    if (old === value) return []
    return [
      ...(old === undefined ? [] : [{ change: 'removed' as const, key, value: old, note }]),
      ...(value === undefined ? [] : [{ change: 'added' as const, key, value, note }]),
    ]
  })
}

/** Version of a binding that a person decided on; null accepts any. */
export interface SeenVersion {
  readonly version: string | null
  readonly epoch: number | null
}

/**
 * Returns why a binding is no longer the version that a person decided on, as a sentence; null when
 * it is. The epoch is checked first because HAP raises it for a reason that the message can name.
 */
export function staleVersionReason(
  { version, epoch }: SeenVersion,
  now: Pick<Binding, 'annotations' | 'resourceVersion'>,
): string | null {
  const current = epochOf(now)
  if (epoch !== null && epoch !== current)
    return `It was selected or changed since you opened this: its epoch was ${epoch} and is ${current}.`
  return version !== null && version !== now.resourceVersion ? 'It changed since you opened this.' : null
}
