import { type BindingChange, epochOf } from '../lifecycle/change.ts'
import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
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

/** The ids of HAP's writes, and how far a cleaner is, tell people nothing. */
const FOR_MACHINES: ReadonlySet<string> = new Set([ANNOTATIONS.writes, ANNOTATIONS.uid, ANNOTATIONS.cleaning])

type Labelled = Pick<Binding, 'labels' | 'annotations'>

export interface ChangedLine {
  readonly change: 'added' | 'removed'
  readonly key: string
  readonly value: string
  readonly note: 'label' | 'annotation'
}

/** What was done to a binding between two looks, by its labels and notes. */
export function changedLines(before: Labelled, now: Labelled): readonly ChangedLine[] {
  return [
    ...changedPairs(before.labels, now.labels, 'label'),
    ...changedPairs(before.annotations, now.annotations, 'annotation').filter(({ key }) => !FOR_MACHINES.has(key)),
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

/** What of a binding somebody decided on; null = whatever it is now. */
export interface Seen {
  readonly version: string | null
  readonly epoch: number | null
}

/** Why a binding is not the one somebody decided on, as a sentence; null when it is. The epoch tells more than the version: HAP raises it. */
export function changedSince(
  { version, epoch }: Seen,
  now: Pick<Binding, 'annotations' | 'resourceVersion'>,
): string | null {
  const current = epochOf(now)
  if (epoch !== null && epoch !== current)
    return `It was selected or changed since you opened this: its epoch was ${epoch} and is ${current}.`
  return version !== null && version !== now.resourceVersion ? 'It changed since you opened this.' : null
}
