import { suggestName } from '../suggest-name.ts'
import { ANNOTATIONS, type Binding, type BindingKind } from './binding.ts'

const LEGAL = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/

/**
 * Whether a text is a legal label value in Kubernetes; the empty value is rejected, since HAP has
 * no use for it.
 */
export function isLegalLabelValue(value: string): boolean {
  return value.length <= 63 && LEGAL.test(value)
}

export const LABEL_NAMES = ['hyperscalerType', 'tenantName', 'dirty', 'internal', 'shared', 'euAccess'] as const

export type LabelName = (typeof LABEL_NAMES)[number]

/** HAP's labels of an object, independent of their vocabulary; null for an absent label. */
export type HapLabels = Readonly<Record<LabelName, string | null>>

export const NO_LABELS: HapLabels = {
  hyperscalerType: null,
  tenantName: null,
  dirty: null,
  internal: null,
  shared: null,
  euAccess: null,
}

/** Label keys of Secrets in seeds 000 and 002 that differ from other kinds. */
const SECRET_KEYS: Partial<Readonly<Record<LabelName, string>>> = {
  hyperscalerType: 'hyperscaler-type',
  tenantName: 'tenant-name',
}

/** Key that HAP writes on objects of a kind. */
export function labelKey(kind: BindingKind, name: LabelName): string {
  return kind === 'Secret' ? (SECRET_KEYS[name] ?? name) : name
}

/** Key of the other vocabulary; equal to labelKey when both agree. */
export function foreignLabelKey(kind: BindingKind, name: LabelName): string {
  return kind === 'Secret' ? name : (SECRET_KEYS[name] ?? name)
}

/** Reads labels in both vocabularies; the kind's own key wins (see labelProblems). */
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

/** Formats the labels that are set for `kubectl label`: `hyperscalerType=aws tenantName=ga-1`. */
export function formatLabels(labels: HapLabels): string {
  return LABEL_NAMES.flatMap(name => (labels[name] === null ? [] : [`${name}=${labels[name]}`])).join(' ')
}

/** Whether an object belongs to HAP: it has at least one of HAP's labels. */
export function isPartOfHap(labels: HapLabels): boolean {
  return LABEL_NAMES.some(name => labels[name] !== null)
}

/**
 * Value of `dirty`, and of `shared` when it was true, during a hold: no selector of KEB matches it.
 */
export const HELD = 'held'

/** Whether an account is shared by several global accounts, including during a hold. */
export function isShared({ shared }: HapLabels): boolean {
  return shared === 'true' || shared === HELD
}

/** Returns a label by its exact key, safe for names of Object.prototype. */
export function labelAt(labels: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(labels, key) ? (labels[key] ?? null) : null
}

/** A label that neither selectors for `true` nor selectors for absence handle. */
export interface LabelProblem {
  readonly label: LabelName
  readonly kind: 'missing' | 'illegal-value' | 'conflict'
  /** Clause, for example `dirty=false, only true or no label is valid`. */
  readonly words: string
}

const FLAGS = ['dirty', 'internal', 'shared', 'euAccess'] as const satisfies readonly LabelName[]

/**
 * Lists all problems of a binding's labels, which make it malformed; empty for a binding outside
 * HAP.
 */
export function labelProblems(binding: Labelled, labels: HapLabels): readonly LabelProblem[] {
  if (!isPartOfHap(labels)) return []
  const held = labels.dirty === HELD && isHoldRecorded(binding)
  return [
    ...typeProblems(binding, labels),
    ...tenantProblems(labels),
    ...flagProblems(labels, held),
    ...conflicts(binding),
  ]
}

type Labelled = Pick<Binding, 'kind' | 'labels' | 'annotations'>

/** Whether annotations record the reason of a hold and the flags to restore. */
function isHoldRecorded({ annotations }: Labelled): boolean {
  return Object.hasOwn(annotations, ANNOTATIONS.hold) && Object.hasOwn(annotations, ANNOTATIONS.heldFlags)
}

function typeProblems({ labels }: Labelled, { hyperscalerType }: HapLabels): readonly LabelProblem[] {
  const label = 'hyperscalerType'
  if (hyperscalerType === null) return [{ label, kind: 'missing', words: missingTypeText(labels) }]
  if (isLegalLabelValue(hyperscalerType)) return []
  return [{ label, kind: 'illegal-value', words: `hyperscalerType=${hyperscalerType} is not a label value` }]
}

/** Clause about a missing hyperscaler type, with the label that was probably meant to be it. */
export function missingTypeText(labels: Binding['labels']): string {
  const misspelled = misspelledType(labels)
  return `hyperscalerType is missing${misspelled ? `; ${misspelled.key}=${misspelled.value} looks like it` : ''}`
}

/** The label whose key looks like the hyperscaler type with a typing error or a prefix; null for none. */
export function misspelledType(labels: Binding['labels']): { readonly key: string; readonly value: string } | null {
  const keys = [labelKey('CredentialsBinding', 'hyperscalerType'), labelKey('Secret', 'hyperscalerType')]
  for (const [key, value] of Object.entries(labels)) {
    if (suggestName(key.slice(key.lastIndexOf('/') + 1), keys) !== null) return { key, value }
  }
  return null
}

/** A label that KEB does not read, although its key looks like one of HAP's. */
export interface MisspelledLabel {
  readonly key: string
  readonly value: string
  /** Key that KEB reads. */
  readonly meant: string
  /** Whether this console reads it: a key of Secrets on another kind. */
  readonly isRead: boolean
}

/**
 * Lists labels whose keys look like a label of HAP that the binding lacks. A missing hyperscaler
 * type is a problem of its own: see missingTypeText.
 */
export function misspelledLabels(
  { kind, labels }: Pick<Binding, 'kind' | 'labels'>,
  read: HapLabels,
): readonly MisspelledLabel[] {
  return Object.entries(labels).flatMap(([key, value]) => {
    const label = meantBy(key, value)
    if (label === null) return []
    const meant = labelKey(kind, label)
    const isRead = read[label] !== null
    if (labelAt(labels, meant) !== null || (isRead ? kind === 'Secret' : label === 'hyperscalerType')) return []
    return [{ key, value, meant, isRead }]
  })
}

/** Label that a key probably means; null for none, and for the right key of every kind. */
function meantBy(key: string, value: string): LabelName | null {
  if (LABEL_NAMES.some(label => label === key)) return null
  const name = key.slice(key.lastIndexOf('/') + 1)
  const isLike = (label: LabelName) => suggestName(name, [label, foreignLabelKey('CredentialsBinding', label)]) !== null
  const text = (['tenantName', 'hyperscalerType'] as const).find(isLike)
  if (text !== undefined) return text
  // Flags are common words: with a prefix or another value they belong to another program.
  return (name === key && value === 'true' && FLAGS.find(isLike)) || null
}

function tenantProblems({ tenantName }: HapLabels): readonly LabelProblem[] {
  if (tenantName === null || isLegalLabelValue(tenantName)) return []
  const words = tenantName === '' ? 'tenantName is empty' : `tenantName=${tenantName} is not a label value`
  return [{ label: 'tenantName', kind: 'illegal-value', words }]
}

function flagProblems(labels: HapLabels, held: boolean): readonly LabelProblem[] {
  return FLAGS.filter(label => {
    const shown = held && (label === 'dirty' || label === 'shared') && labels[label] === HELD
    return labels[label] !== null && labels[label] !== 'true' && !shown
  }).map(label => {
    const why = labels[label] === HELD ? 'but no hold is recorded' : 'only true or no label is valid'
    return { label, kind: 'illegal-value', words: `${label}=${labels[label]}, ${why}` }
  })
}

function conflicts({ kind, labels }: Labelled): readonly LabelProblem[] {
  return LABEL_NAMES.flatMap(label => {
    const own = labelAt(labels, labelKey(kind, label))
    const foreign = labelAt(labels, foreignLabelKey(kind, label))
    if (own === null || foreign === null || own === foreign) return []
    const words = `${labelKey(kind, label)}=${own} but ${foreignLabelKey(kind, label)}=${foreign}`
    return [{ label, kind: 'conflict', words }]
  })
}

const MAX_LENGTH = 63

/** Why a text is not a valid label value, as a sentence; undefined when it is valid or empty. */
export function labelValueProblem(text: string): string | undefined {
  const value = text.trim()
  if (value === '' || isLegalLabelValue(value)) return undefined
  if (value.length > MAX_LENGTH) return `${value.length} characters; a label value has at most ${MAX_LENGTH}.`
  return 'Not a label value: only letters, digits, hyphens, dots and underscores, with a letter or digit at both ends.'
}

/** Flags that are valid each, but contradict each other: KEB and this console read them differently. */
export type Contradiction = 'shared-dirty' | 'shared-owned' | 'internal-owned'

/** Lists the contradictions of valid labels; none during a hold, which overwrites the flags. */
export function contradictionsOf({ shared, dirty, internal, tenantName }: HapLabels): readonly Contradiction[] {
  if (dirty === HELD) return []
  if (shared !== null) {
    return [
      ...(dirty === null ? [] : (['shared-dirty'] as const)),
      ...(tenantName === null ? [] : (['shared-owned'] as const)),
    ]
  }
  return internal !== null && tenantName !== null && dirty === null ? ['internal-owned'] : []
}
