import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { foreignLabelKey, LABEL_NAMES, type LabelName, labelAt, labelKey, readLabels } from '../pools/labels.ts'
import { stateMark } from '../pools/state.ts'

/** Keys to set, null = to remove: the metadata of a JSON merge patch. */
export interface BindingChange {
  readonly labels: Readonly<Record<string, string | null>>
  readonly annotations: Readonly<Record<string, string | null>>
}

/** A change in HAP's own names, whatever the vocabulary of the kind. Epoch and write ids are not for editing. */
export interface Edit {
  readonly labels?: Partial<Readonly<Record<LabelName, string | null>>>
  readonly notes?: Partial<Readonly<Record<Note, string | null>>>
}

type Note = Exclude<keyof typeof ANNOTATIONS, 'epoch' | 'writes' | 'sinceOf'>

/** The change an edit comes to on a binding: in the vocabulary of its kind, without what is so already, and with the epoch raised. */
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

/** The binding as it is once a change was made; its resourceVersion is still the old one. */
export function applyChange(binding: Binding, change: BindingChange): Binding {
  return {
    ...binding,
    labels: merge(binding.labels, change.labels),
    annotations: merge(binding.annotations, change.annotations),
  }
}

/** What takes a change back: every key it touched is as it was before, and the epoch goes on. */
export function reverted(before: Binding, change: BindingChange, after: Binding): BindingChange {
  const back = (current: Readonly<Record<string, string>>, touched: object) =>
    Object.fromEntries(Object.keys(touched).map(key => [key, labelAt(current, key)]))
  return {
    labels: back(before.labels, change.labels),
    annotations: { ...back(before.annotations, change.annotations), [ANNOTATIONS.epoch]: String(epochOf(after) + 1) },
  }
}

/** The key of the other vocabulary always goes, so that no conflict stays or comes. */
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

/** Selections and changes of a binding so far; 0 before the first, and where the note is no count. */
export function epochOf({ annotations }: Pick<Binding, 'annotations'>): number {
  const noted = annotations[ANNOTATIONS.epoch] ?? ''
  return /^\d{1,15}$/.test(noted) ? Number(noted) : 0
}

/** A moment in milliseconds since 1970 as HAP notes it: RFC 3339 in UTC, to the second. */
export function stamp(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** A tenant's claim of a free binding: it gets the tenant's name, and notes about its last cleaning and hold go. */
export function claimed(binding: Binding, tenant: string, claim: string, at: number): BindingChange {
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
    notes: { ...over, selectedBy: claim, stateSince: stamp(at) },
  })
}

/** A selection that leaves the labels as they are, of an own or a shared binding: only the epoch tells of it. */
export function selectedAgain(binding: Binding, claim: string): BindingChange {
  return changeOf(binding, { notes: { selectedBy: claim } })
}

/** Takes back a claim of a free binding that nobody was told of. */
export function unclaimed(binding: Binding): BindingChange {
  return changeOf(binding, { labels: { tenantName: null }, notes: { selectedBy: null } })
}

/** Nothing but a higher epoch: what was prepared for the binding as it was can no longer be written. */
export function fenced(binding: Binding): BindingChange {
  return changeOf(binding, {})
}
