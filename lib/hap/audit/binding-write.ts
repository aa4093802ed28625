import { type ChangedLine, changedLines } from '../actions/diff.ts'
import { isRecord } from '../document.ts'

/** The parts of an audit record that describe a change. */
export interface AuditedChange {
  readonly targets: readonly string[]
  readonly outcome: AuditOutcome
  readonly before: unknown
  readonly wanted: unknown
  /** State after the action, when it was read. */
  readonly result: unknown
}

/** Outcomes of an action; `open` until it is known. */
export const AUDIT_OUTCOMES = ['accepted', 'refused', 'cancelled', 'failed', 'unknown', 'open'] as const

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

type Pairs = Readonly<Record<string, string>>

/** Labels and annotations of a binding as audit records store them. */
export interface Labelled {
  readonly labels: Pairs
  readonly annotations: Pairs
}

export function isLabelled(value: unknown): value is Labelled {
  return isRecord(value) && isPairs(value.labels) && isPairs(value.annotations)
}

function isPairs(value: unknown): value is Pairs {
  return isRecord(value) && Object.values(value).every(item => typeof item === 'string')
}

/**
 * A write of a binding that belongs to a larger action, such as the write of a claim or of its
 * release.
 */
export interface BindingWrite {
  /** bindingKey. */
  readonly binding: string
  readonly before: Labelled
  readonly after: Labelled
  /**
   * The writer did not record the write; it was derived from the binding or the claim afterwards.
   */
  readonly found: boolean
}

/** Returns the writes in an outcome; empty for none. */
export function writesOf(outcome: unknown): readonly BindingWrite[] {
  if (!isRecord(outcome) || !Array.isArray(outcome.wrote)) return []
  return outcome.wrote.filter(isWrite)
}

/** Returns an outcome without its writes. */
export function withoutWrites(outcome: unknown): unknown {
  if (!isRecord(outcome) || writesOf(outcome).length === 0) return outcome
  const { wrote: _, ...rest } = outcome
  return rest
}

/** Removes derived writes that the writer or an earlier derivation recorded too. */
export function removeDerivedDuplicates(writes: readonly BindingWrite[]): readonly BindingWrite[] {
  return writes.filter((write, index) => {
    if (!write.found) return true
    const others = writes.filter((other, place) => other.binding === write.binding && (!other.found || place < index))
    return !others.some(other => isWithin(write, other))
  })
}

/**
 * Whether one write changed labels only as another one did. A derived write is limited to what HAP
 * writes.
 */
function isWithin(write: BindingWrite, other: BindingWrite): boolean {
  const labels = new Set(writtenLabels(other))
  return writtenLabels(write).every(line => labels.has(line))
}

function writtenLabels(write: BindingWrite): readonly string[] {
  const lines = writtenLines(write).filter(({ note }) => note === 'label')
  return lines.map(({ change, key, value }) => `${change} ${key}: ${value}`)
}

/** Lines that a write changed. */
export function writtenLines({ before, after }: BindingWrite): readonly ChangedLine[] {
  return changedLines(before, after)
}

function isWrite(value: unknown): value is BindingWrite {
  return (
    isRecord(value) &&
    typeof value.binding === 'string' &&
    typeof value.found === 'boolean' &&
    isLabelled(value.before) &&
    isLabelled(value.after)
  )
}
