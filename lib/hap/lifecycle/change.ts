import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { foreignLabelKey, LABEL_NAMES, type LabelName, labelAt, labelKey, readLabels } from '../pools/labels.ts'
import { stateMark } from '../pools/state.ts'

/** Metadata of a JSON merge patch: keys to set, or null to remove. */
export interface BindingChange {
  readonly labels: Readonly<Record<string, string | null>>
  readonly annotations: Readonly<Record<string, string | null>>
}

/**
 * A change by HAP's names, independent of the vocabulary of the kind. Epoch and write ids are set
 * elsewhere.
 */
export interface Edit {
  readonly labels?: Partial<Readonly<Record<LabelName, string | null>>>
  readonly notes?: Partial<Readonly<Record<Note, string | null>>>
}

type Note = Exclude<keyof typeof ANNOTATIONS, 'epoch' | 'writes' | 'sinceOf'>

/**
 * Converts an edit to a patch of a binding: keys in the vocabulary of its kind, unchanged values
 * left out, the epoch raised.
 */
export function changeOf(binding: Binding, edit: Edit): BindingChange {
  const labels = LABEL_NAMES.flatMap(name => {
    const value = edit.labels?.[name]
    return value === undefined ? [] : labelEntries(binding, name, value)
  })
  const notes = Object.entries(edit.notes ?? {}).map(([note, value]) => [ANNOTATIONS[note as Note], value] as const)
  const began = edit.notes?.stateSince
  const flags = readLabels(binding.kind, merge(binding.labels, Object.fromEntries(labels)))
  const mark = began === undefined ? [] : [[ANNOTATIONS.sinceOf, began === null ? null : stateMark(flags)] as const]
  const epoch = [ANNOTATIONS.epoch, String(epochOf(binding) + 1)] as const
  return {
    labels: Object.fromEntries(labels.filter(([key, value]) => labelAt(binding.labels, key) !== value)),
    annotations: Object.fromEntries(
      [...notes, ...mark, epoch].filter(([key, value]) => (binding.annotations[key] ?? null) !== value),
    ),
  }
}

/** Returns the binding after a change, still with the old resourceVersion. */
export function applyChange(binding: Binding, change: BindingChange): Binding {
  return {
    ...binding,
    labels: merge(binding.labels, change.labels),
    annotations: merge(binding.annotations, change.annotations),
  }
}

/**
 * Returns the change that undoes another one: restores every key it touched and raises the epoch.
 */
export function revertChange(before: Binding, change: BindingChange, after: Binding): BindingChange {
  const back = (current: Readonly<Record<string, string>>, touched: object) =>
    Object.fromEntries(Object.keys(touched).map(key => [key, labelAt(current, key)]))
  return {
    labels: back(before.labels, change.labels),
    annotations: { ...back(before.annotations, change.annotations), [ANNOTATIONS.epoch]: String(epochOf(after) + 1) },
  }
}

/** Removes the key of the other vocabulary, so that the two never contradict. */
function labelEntries({ kind }: Binding, name: LabelName, value: string | null): [string, string | null][] {
  const [own, foreign] = [labelKey(kind, name), foreignLabelKey(kind, name)]
  return own === foreign
    ? [[own, value]]
    : [
        [own, value],
        [foreign, null],
      ]
}

function merge(
  current: Readonly<Record<string, string>>,
  change: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string>> {
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

/** Number of selections and state changes of a binding; 0 without a valid annotation. */
export function epochOf({ annotations }: Pick<Binding, 'annotations'>): number {
  const noted = annotations[ANNOTATIONS.epoch] ?? ''
  return /^\d{1,15}$/.test(noted) ? Number(noted) : 0
}

/** Formats milliseconds since 1970 as annotations store them: RFC 3339 in UTC, to the second. */
export function formatTimestamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/**
 * Change of a claim of a free binding: sets the tenant and removes annotations of the last cleaning
 * and hold.
 */
export function claimChange(binding: Binding, tenant: string, claim: string, at: number): BindingChange {
  const over = {
    state: null,
    evidence: null,
    cleaning: null,
    cleanNow: null,
    dirtyFrom: null,
    hold: null,
    holdUntil: null,
    heldFlags: null,
  }
  return changeOf(binding, {
    labels: { tenantName: tenant },
    notes: { ...over, selectedBy: claim, stateSince: formatTimestamp(at) },
  })
}

/** Change of a selection that keeps the labels, of an owned or shared binding: raises the epoch. */
export function selectionChange(binding: Binding, claim: string): BindingChange {
  return changeOf(binding, { notes: { selectedBy: claim } })
}

/** Change that takes back a claim whose requester never received the account. */
export function unclaimChange(binding: Binding): BindingChange {
  return changeOf(binding, { labels: { tenantName: null }, notes: { selectedBy: null } })
}

/** Change that only raises the epoch, so that writes prepared with an older version fail. */
export function raiseEpochChange(binding: Binding): BindingChange {
  return changeOf(binding, {})
}
