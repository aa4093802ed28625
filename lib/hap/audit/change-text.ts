import { isRecord } from '../document.ts'
import { ANNOTATION_PREFIX, ANNOTATIONS, type BindingKind, type BindingRef, holdEnd } from '../pools/binding.ts'
import { isPartOfHap, labelProblems, readLabels } from '../pools/labels.ts'
import { stateAt } from '../pools/pooled-binding.ts'
import type { BindingState } from '../pools/state.ts'
import { type AuditedChange, type BindingWrite, isLabelled, type Labelled, writtenLines } from './binding-write.ts'
import { afterOf, type ChangeLine, entryChange } from './entry-change.ts'
import { describeProposal, isOfProposal } from './proposal.ts'
import { actionVerb, claimIdOf, parseTarget } from './target.ts'

/** A change, and when its action began (RFC 3339). */
interface Dated extends AuditedChange {
  readonly at: string
}

/**
 * Describes what an action changed or would have changed: `claimed → held`, `76 done, 8 cancelled`,
 * `cluster c-1`; null for nothing.
 */
export function describeChange(entry: Dated): string | null {
  if (isOfProposal(entry)) return describeProposal(entry)
  const after = afterOf(entry)
  const words =
    describeStates(entry, after) ??
    describeClaim(entry, after) ??
    describeJob(after) ??
    describeCounts(entry.before, after)
  if (words !== null) return words
  const parts = describeLines(entryChange(entry))
  return parts.length === 0 ? null : parts.join(', ')
}

/** Describes a binding's change of state. */
function describeStates({ targets, before, at }: Dated, after: unknown): string | null {
  if (!isLabelled(before) || !isLabelled(after)) return null
  const [binding] = targets.flatMap(key => bindingOf(key) ?? [])
  return binding === undefined ? null : statesBetween(binding.kind, before, after, at)
}

/** Describes a write of a binding; null when only its counters changed. */
export function describeWrite(write: BindingWrite, at: string): string | null {
  const binding = bindingOf(write.binding)
  const states = binding && statesBetween(binding.kind, write.before, write.after, at)
  return states ?? (describeLines(writtenLines(write)).join(', ') || null)
}

function bindingOf(key: string): BindingRef | null {
  const target = parseTarget(key)
  return target.kind === 'binding' ? target.binding : null
}

function statesBetween(kind: BindingKind, before: Labelled, after: Labelled, at: string): string | null {
  const state = (look: Labelled) => stateBy(kind, look, Date.parse(at))
  const [from, to] = [state(before), state(after)]
  return from === null || to === null || from === to ? null : `${from} → ${to}`
}

/** Describes the status and cluster of a claim; its binding is among the targets. */
function describeClaim({ targets, before }: AuditedChange, after: unknown): string | null {
  if (claimIdOf(targets) === null || !isRecord(after)) return null
  const old = isRecord(before) ? before : {}
  const words = [
    typeof after.status === 'string' &&
      after.status !== old.status &&
      (typeof old.status === 'string' ? `${old.status} → ${after.status}` : after.status),
    typeof after.cluster === 'string' && after.cluster !== old.cluster && `cluster ${after.cluster}`,
  ]
  return words.filter(Boolean).join(', ') || null
}

/** State by labels and annotations alone; null outside HAP. */
function stateBy(kind: BindingKind, look: Labelled, at: number): BindingState | null {
  const labels = readLabels(kind, look.labels)
  if (!isPartOfHap(labels)) return null
  const problems = labelProblems({ kind, ...look }, labels)
  return stateAt({ binding: look, labels, problems, terminating: false, holdEnd: holdEnd(look) }, at)
}

/** Describes a job to start. */
function describeJob(after: unknown): string | null {
  if (!isRecord(after) || typeof after.action !== 'string' || typeof after.targets !== 'number') return null
  return `${actionVerb(after.action)}, ${counted(after.targets)} ${after.targets === 1 ? 'binding' : 'bindings'}`
}

/** Describes a record of counts only, such as a finished job, highest first. */
function describeCounts(before: unknown, after: unknown): string | null {
  if (before !== null || !isRecord(after)) return null
  const counts = Object.entries(after).flatMap(([name, value]) =>
    typeof value === 'number' ? [[name, value] as const] : [],
  )
  if (counts.length < 2) return null
  const some = counts.filter(([, count]) => count > 0).sort(([, a], [, b]) => b - a)
  return some.map(([name, count]) => `${counted(count)} ${name}`).join(', ') || null
}

function counted(count: number): string {
  return count.toLocaleString('en')
}

/** Annotations that differ in every write or object and carry no information. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  ANNOTATIONS.epoch,
  ANNOTATIONS.stateSince,
  ANNOTATIONS.sinceOf,
  ANNOTATIONS.cleaning,
  ANNOTATIONS.uid,
  'uid',
])

/** Longer values appear on the page of the record only. */
const MAX_VALUE_LENGTH = 40

/**
 * Describes each changed key: `cluster c-1`, `tenantName removed`, `allowedGlobalAccounts: 2 added,
 * 1 removed`; labels before annotations.
 */
function describeLines(lines: readonly ChangeLine[]): readonly string[] {
  const telling = lines.filter(({ key }) => !BOOKKEEPING.has(key))
  const byKey = [...Map.groupBy(telling, ({ key }) => key)]
  const [notes, others] = [byKey.filter(isNote), byKey.filter(each => !isNote(each))]
  return [...others, ...notes].map(([key, ofKey]) => {
    const name = key.startsWith(ANNOTATION_PREFIX) ? key.slice(ANNOTATION_PREFIX.length) : key
    const [came, went] = [ofKey.filter(({ change }) => change === 'added'), ofKey.filter(isRemoved)]
    const [value] = came
    if (value && came.length === 1 && went.length <= 1) {
      return value.value.length > MAX_VALUE_LENGTH ? `${name} changed` : `${name} ${value.value}`
    }
    if (came.length === 0 && went.length === 1) return `${name} removed`
    const counts = [came.length > 0 && `${came.length} added`, went.length > 0 && `${went.length} removed`]
    return `${name}: ${counts.filter(Boolean).join(', ')}`
  })
}

function isNote([, [first]]: readonly [string, readonly ChangeLine[]]): boolean {
  return first !== undefined && 'note' in first && first.note === 'annotation'
}

function isRemoved({ change }: ChangeLine): boolean {
  return change === 'removed'
}
