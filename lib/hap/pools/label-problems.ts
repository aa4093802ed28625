import { ANNOTATIONS } from './annotations.ts'
import type { Binding } from './binding.ts'
import { isLegalLabelValue } from './label-value.ts'
import {
  foreignLabelKey,
  type HapLabels,
  HELD,
  isPartOfHap,
  LABEL_NAMES,
  type LabelName,
  labelAt,
  labelKey,
} from './labels.ts'

/** Why a label takes its binding out of the views that look for `true` and of those that look for absence. */
export interface LabelProblem {
  readonly label: LabelName
  readonly kind: 'missing' | 'illegal-value' | 'conflict'
  /** As a fragment, for example `dirty=false, only true or no label is legal`. */
  readonly words: string
}

const FLAGS = ['dirty', 'internal', 'shared', 'euAccess'] as const satisfies readonly LabelName[]

/** Everything wrong with HAP's labels of a binding; a binding with a problem is malformed. Empty for one outside HAP. */
export function labelProblems(binding: Labelled, labels: HapLabels): readonly LabelProblem[] {
  if (!isPartOfHap(labels)) return []
  const held = labels.dirty === HELD && isHoldNoted(binding)
  return [...typeProblems(labels), ...tenantProblems(labels), ...flagProblems(labels, held), ...conflicts(binding)]
}

type Labelled = Pick<Binding, 'kind' | 'labels' | 'annotations'>

/** Whether the notes tell why a binding is held and what its end puts back. */
function isHoldNoted({ annotations }: Labelled): boolean {
  return Object.hasOwn(annotations, ANNOTATIONS.hold) && Object.hasOwn(annotations, ANNOTATIONS.heldFlags)
}

function typeProblems({ hyperscalerType }: HapLabels): readonly LabelProblem[] {
  const label = 'hyperscalerType'
  if (hyperscalerType === null) return [{ label, kind: 'missing', words: 'hyperscalerType is missing' }]
  if (isLegalLabelValue(hyperscalerType)) return []
  return [{ label, kind: 'illegal-value', words: `hyperscalerType=${hyperscalerType} is not a label value` }]
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
    const why = labels[label] === HELD ? 'but no hold is recorded' : 'only true or no label is legal'
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
