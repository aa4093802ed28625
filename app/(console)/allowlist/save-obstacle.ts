import { missingReason } from '../reason-fields.tsx'
import { draftProblem } from './draft.ts'
import type { Foreseen } from './use-consequences.ts'
import type { Editing } from './use-edited.ts'

interface Situation extends Pick<Editing, 'edited' | 'changed' | 'outdated'> {
  readonly foreseen: Pick<Foreseen, 'checking' | 'problem'>
  readonly writing: boolean
  readonly reason: string
}

/** Why the draft cannot be saved, as a sentence; null when it can. */
export function saveObstacle({ edited, changed, outdated, foreseen, writing, reason }: Situation): string | null {
  if (writing) return 'Saving.'
  if (!changed) return 'There are no changes.'
  if (outdated) return 'Review what others changed first.'
  const problem = draftProblem(edited.draft) ?? foreseen.problem
  if (problem !== null) return problem
  if (foreseen.checking) return 'Computing the consequences.'
  return missingReason(reason)
}
