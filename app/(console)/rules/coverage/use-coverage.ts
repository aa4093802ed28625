import { useMemo } from 'react'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import type { Coverage } from '../evaluation/questions.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useDraft } from '../use-draft.ts'

/** The coverage of the draft, again after each change; null without what was seen, and while the draft has errors. */
export function useCoverage(seen: SeenRequests | undefined): Coverage | null {
  const { checked } = useDraft()
  const draft = checked?.valid ? checked.id : null
  const asked = useMemo(() => (seen && draft !== null ? { draft, seen } : null), [seen, draft])
  return useAnswer('coverage', asked)
}
