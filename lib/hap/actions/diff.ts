import { type BindingChange, epochOf } from '../lifecycle/change.ts'
import type { StoredIdentity } from '../lifecycle/identity.ts'
import { type Account, ANNOTATIONS, accountKey, type Binding, parseAccountKey } from '../pools/binding.ts'
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

/** What a binding has to be like for an order to be carried out; null accepts any. */
export interface Preconditions {
  /** resourceVersion that the person saw. */
  readonly seenVersion: string | null
  /** Epoch that the person saw, which every selection raises. */
  readonly seenEpoch: number | null
  /** uid and account that the person saw: another object may have the same name and labels. */
  readonly seenIdentity: SeenIdentity | null
}

type SeenIdentity = Pick<StoredIdentity, 'uid' | 'account'>

type Identified = Pick<Binding, 'uid' | 'account'>

/** Returns the preconditions that accept a binding only as it is. */
export function preconditionsOf(binding: Identified & Pick<Binding, 'annotations' | 'resourceVersion'>) {
  return {
    seenVersion: binding.resourceVersion,
    seenEpoch: epochOf(binding),
    seenIdentity: { uid: binding.uid, account: accountKey(binding.account) },
  } satisfies Preconditions
}

/**
 * Returns why a binding is no longer the version that a person decided on, as a sentence; null when
 * it is. The identity is checked before the epoch, and the epoch before the version, because the
 * message names what they show.
 */
export function staleVersionReason(
  { seenVersion, seenEpoch, seenIdentity }: Preconditions,
  now: Identified & Pick<Binding, 'annotations' | 'resourceVersion'>,
): string | null {
  const replacement = seenIdentity && describeReplacement(seenIdentity, now)
  if (replacement !== null) return `It ${replacement}.`
  const current = epochOf(now)
  if (seenEpoch !== null && seenEpoch !== current)
    return `It has been claimed or changed since (revision ${seenEpoch}, now ${current}).`
  return seenVersion !== null && seenVersion !== now.resourceVersion ? 'It has changed since.' : null
}

/**
 * Returns how a binding is no longer the object that was seen, as the end of a sentence about it;
 * null when it is the same object for the same account.
 */
export function describeReplacement(seen: SeenIdentity, now: Identified): string | null {
  if (seen.account !== accountKey(now.account))
    return `now refers to another account: ${formatAccount(now.account)} instead of ${formatAccount(parseAccountKey(seen.account))}`
  return seen.uid === null || seen.uid === now.uid
    ? null
    : 'was recreated: it is another object that refers to the same account'
}

function formatAccount({ kind, namespace, name }: Account): string {
  return `${kind} ${namespace}/${name}`
}
