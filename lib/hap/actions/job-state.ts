/** How far a bulk job is, in the order of a list: what is at work first, then what came out short. */
export const JOB_STATES = [
  'stalled',
  'running',
  'waiting',
  'cancelling',
  'nothing-done',
  'not-all-done',
  'cancelled',
  'done',
] as const

export type JobState = (typeof JOB_STATES)[number]

interface JobFacts {
  readonly status: 'queued' | 'running' | 'done' | 'cancelled'
  readonly cancelRequested: boolean
  /** Why it does not go on at the moment; null when it does, or has ended. */
  readonly waitsFor: string | null
  readonly total: number
  readonly counts: { readonly done: number; readonly unknown: number }
}

/** The state of a job; the database's STATE says the same. */
export function jobState({ status, cancelRequested, waitsFor, total, counts }: JobFacts): JobState {
  if (status === 'done') {
    if (counts.done === total) return 'done'
    return counts.done + counts.unknown === 0 ? 'nothing-done' : 'not-all-done'
  }
  if (status === 'cancelled') return 'cancelled'
  if (cancelRequested) return 'cancelling'
  if (waitsFor !== null) return 'stalled'
  return status === 'queued' ? 'waiting' : 'running'
}

/** What a state is called: `not-all-done` is `Not all done`. */
export function jobStateWord(state: JobState): string {
  const words = state.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
