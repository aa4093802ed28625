import { type ChangedLine, changedLines } from '../actions/diff.ts'
import { isRecord } from '../document.ts'

/** What the audit log keeps of an action, as far as it tells what was changed. */
export interface AuditedChange {
  readonly targets: readonly string[]
  readonly outcome: AuditOutcome
  readonly before: unknown
  readonly wanted: unknown
  /** What it was afterwards, where somebody looked. */
  readonly result: unknown
}

/** What came of an action; `open` until that is known. */
export const AUDIT_OUTCOMES = ['accepted', 'refused', 'cancelled', 'failed', 'unknown', 'open'] as const

export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]

type Pairs = Readonly<Record<string, string>>

/** How the log keeps a binding. */
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

/** What the audit log keeps of a write of a binding that is not the whole of an action: that of a claim, or of its end. */
export interface BindingWrite {
  /** Its bindingKey. */
  readonly binding: string
  readonly before: Labelled
  readonly after: Labelled
  /** Whoever wrote it told nobody; this is what its binding, or the claim, showed afterwards. */
  readonly found: boolean
}

/** The writes that an outcome names; none where it names none. */
export function writesOf(outcome: unknown): readonly BindingWrite[] {
  if (!isRecord(outcome) || !Array.isArray(outcome.wrote)) return []
  return outcome.wrote.filter(isWrite)
}

/** What an outcome says of anything but writes. */
export function besidesWrites(outcome: unknown): unknown {
  if (!isRecord(outcome) || writesOf(outcome).length === 0) return outcome
  const { wrote: _, ...rest } = outcome
  return rest
}

/** Each write once: what was found by looking may be what its writer noted too, or somebody else who looked. */
export function eachOnce(writes: readonly BindingWrite[]): readonly BindingWrite[] {
  return writes.filter((write, index) => {
    if (!write.found) return true
    const others = writes.filter((other, place) => other.binding === write.binding && (!other.found || place < index))
    return !others.some(other => isWithin(write, other))
  })
}

/** Whether one write did to the labels all that another did. Who looks afterwards knows no more than what HAP writes. */
function isWithin(write: BindingWrite, other: BindingWrite): boolean {
  const labels = new Set(writtenLabels(other))
  return writtenLabels(write).every(line => labels.has(line))
}

function writtenLabels(write: BindingWrite): readonly string[] {
  const lines = writtenLines(write).filter(({ note }) => note === 'label')
  return lines.map(({ change, key, value }) => `${change} ${key}: ${value}`)
}

/** What a write changed. */
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
