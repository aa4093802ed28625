import { z } from 'zod'
import { cleanNowRequestedAt } from '#lib/hap/lifecycle/cleaning.ts'
import { hasForeignNotes } from '#lib/hap/lifecycle/identity.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { stateMark } from '#lib/hap/pools/state.ts'
import { Evidence } from './evidence.ts'

const Moment = z.int().min(0)

/** Progress of an account's cleaning, noted on its binding. Times are milliseconds since 1970. */
const Progress = z.object({
  /** Process that deletes in it, with the end of its lease; null without one. */
  owner: z.object({ name: z.string().max(80), until: Moment }).nullable(),
  /** Failed attempts since the account is dirty or its quarantine was lifted. */
  failures: z.int().min(0),
  /** Consecutive attempts with a transient failure. */
  delays: z.int().min(0),
  /** Rounds of deletion. */
  rounds: z.int().min(0),
  /** Time of the next check. */
  next: Moment,
  /** Times of consecutive empty inventories. */
  emptyAt: z.array(Moment).max(2),
  /** Result of the latest attempt as a sentence, or null. */
  reason: z.string().max(300).nullable(),
  evidence: Evidence.nullable(),
  /** stateMark of its labels: under other labels the account belongs to another tenant. */
  of: z.string().max(500).optional(),
})

export type Progress = Omit<z.infer<typeof Progress>, 'of'>

export const NO_PROGRESS: Progress = {
  owner: null,
  failures: 0,
  delays: 0,
  rounds: 0,
  next: 0,
  emptyAt: [],
  reason: null,
  evidence: null,
}

/** Maximum length of the annotation; longer ones are not the console's. */
const MAX_CHARACTERS = 8_000

type Noted = Pick<Binding, 'kind' | 'uid' | 'createdAt' | 'labels' | 'annotations'>

/**
 * Progress noted on a binding; none when the note is missing, malformed, or of another object or
 * global account.
 */
export function readProgress(binding: Noted): Progress {
  const { kind, labels, annotations } = binding
  if (hasForeignNotes(binding)) return NO_PROGRESS
  let note = known.get(annotations)
  if (note === undefined) {
    note = parseNote(annotations)
    known.set(annotations, note)
  }
  const { of, ...progress } = note
  return of === undefined || of === stateMark(readLabels(kind, labels)) ? progress : NO_PROGRESS
}

/** Bindings are immutable: each note is parsed once. */
const known = new WeakMap<Binding['annotations'], Note>()

type Note = z.infer<typeof Progress>

function parseNote(annotations: Binding['annotations']): Note {
  const text = annotations[ANNOTATIONS.cleaning] ?? ''
  if (text === '' || text.length > MAX_CHARACTERS) return NO_PROGRESS
  try {
    return Progress.safeParse(JSON.parse(text)).data ?? NO_PROGRESS
  } catch {
    return NO_PROGRESS
  }
}

/** The note of a progress; `binding` null for the form of older releases. Truncates a long reason. */
export function formatProgress(progress: Progress, binding: Pick<Binding, 'kind' | 'labels'> | null): string {
  const { reason } = progress
  const of = binding === null ? undefined : stateMark(readLabels(binding.kind, binding.labels))
  return JSON.stringify({ ...progress, reason: reason === null ? null : reason.slice(0, 300), of })
}

/**
 * Time of the next check of an account, in milliseconds since 1970: not before `restedAt`, and not
 * while another process deletes in it. A request to clean skips all other waiting.
 */
export function nextCheckAt(
  binding: Pick<Binding, 'kind' | 'uid' | 'createdAt' | 'labels' | 'annotations'>,
  restedAt: number,
  at: number,
): number {
  const { next, owner } = readProgress(binding)
  return Math.max(cleanNowRequestedAt(binding, at) ?? Math.max(next, restedAt), owner?.until ?? 0)
}
