import type { BindingKind } from './binding.ts'

export const LABEL_NAMES = ['hyperscalerType', 'tenantName', 'dirty', 'internal', 'shared', 'euAccess'] as const

export type LabelName = (typeof LABEL_NAMES)[number]

/** HAP's labels of one object, whichever vocabulary they were written in; null = the label is absent. */
export type HapLabels = Readonly<Record<LabelName, string | null>>

/** Secrets of seeds 000 and 002 write two labels differently; the others have one name. */
const SECRET_KEYS: Partial<Readonly<Record<LabelName, string>>> = {
  hyperscalerType: 'hyperscaler-type',
  tenantName: 'tenant-name',
}

/** The key a label has on objects of a kind; what HAP writes. */
export function labelKey(kind: BindingKind, name: LabelName): string {
  return kind === 'Secret' ? (SECRET_KEYS[name] ?? name) : name
}

/** The key of the vocabulary the kind does not use; the same as labelKey where there is only one. */
export function foreignLabelKey(kind: BindingKind, name: LabelName): string {
  return kind === 'Secret' ? name : (SECRET_KEYS[name] ?? name)
}

/** Reads both vocabularies; where both are present the kind's own wins (see labelProblems). */
export function readLabels(kind: BindingKind, labels: Readonly<Record<string, string>>): HapLabels {
  const read = (name: LabelName) =>
    labelAt(labels, labelKey(kind, name)) ?? labelAt(labels, foreignLabelKey(kind, name))
  return {
    hyperscalerType: read('hyperscalerType'),
    tenantName: read('tenantName'),
    dirty: read('dirty'),
    internal: read('internal'),
    shared: read('shared'),
    euAccess: read('euAccess'),
  }
}

/** The labels that are set, as `kubectl label` takes them: `hyperscalerType=aws tenantName=ga-1`. */
export function formatLabels(labels: HapLabels): string {
  return LABEL_NAMES.flatMap(name => (labels[name] === null ? [] : [`${name}=${labels[name]}`])).join(' ')
}

/** Whether an object belongs to HAP at all: it carries at least one of HAP's labels. */
export function isPartOfHap(labels: HapLabels): boolean {
  return LABEL_NAMES.some(name => labels[name] !== null)
}

/** Value of `dirty`, and of `shared` where that was true, while a hold lasts: no selector of KEB matches it. */
export const HELD = 'held'

/** Whether an account is shared by several global accounts, also while it is on hold. */
export function isShared({ shared }: HapLabels): boolean {
  return shared === 'true' || shared === HELD
}

/** A label by its exact key; a label named like a member of Object.prototype is no exception. */
export function labelAt(labels: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null
}
