import { z } from 'zod'
import { askedAt } from '#lib/hap/lifecycle/cleaning.ts'
import { hasForeignNotes } from '#lib/hap/lifecycle/identity.ts'
import { ANNOTATIONS, type Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { stateMark } from '#lib/hap/pools/state.ts'
import { Evidence } from './evidence.ts'

const Moment = z.int().min(0)

/** How far the cleaning of an account is; kept on its binding. Moments are milliseconds since 1970. */
const Progress = z.object({
  /** Who deletes in it, and until when nobody else may; null = nobody does. */
  owner: z.object({ name: z.string().max(80), until: Moment }).nullable(),
  /** Attempts that failed since it became dirty, or since somebody lifted its quarantine. */
  failures: z.int().min(0),
  /** Attempts in a row that failed for a reason that passes by itself. */
  delays: z.int().min(0),
  /** Rounds of deletion. */
  rounds: z.int().min(0),
  /** Before it nobody looks again. */
  next: Moment,
  /** When inventories were empty, without one in between that was not. */
  emptyAt: z.array(Moment).max(2),
  /** What the latest attempt came to, as a sentence; null = nothing to tell. */
  reason: z.string().max(300).nullable(),
  evidence: Evidence.nullable(),
  /** Labels it is about, as stateMark names them: under others the account is somebody else's by now. */
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

/** What an annotation may have at most; what is more is not ours. */
const MAX_CHARACTERS = 8_000

type Noted = Pick<Binding, 'kind' | 'uid' | 'createdAt' | 'labels' | 'annotations'>

/** The progress a binding shows; none where the note is missing, is not one, is of another object, or of another global account. */
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

/** Bindings do not change: each note is read once, however often turns look at it. */
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

/** Progress as it is noted on a binding, null = as older consoles did; a reason longer than its room loses its end. */
export function formatProgress(progress: Progress, binding: Pick<Binding, 'kind' | 'labels'> | null): string {
  const { reason } = progress
  const of = binding === null ? undefined : stateMark(readLabels(binding.kind, binding.labels))
  return JSON.stringify({ ...progress, reason: reason === null ? null : reason.slice(0, 300), of })
}

/**
 * Before which moment no cleaner looks at an account, in milliseconds since 1970 as `at`, which is now: it rests until `restedAt`, and nobody looks while
 * another process deletes in it. Whoever asks for it spares it all other waiting.
 */
export function nextCheckAt(
  binding: Pick<Binding, 'kind' | 'uid' | 'createdAt' | 'labels' | 'annotations'>,
  restedAt: number,
  at: number,
): number {
  const { next, owner } = readProgress(binding)
  return Math.max(askedAt(binding, at) ?? Math.max(next, restedAt), owner?.until ?? 0)
}
