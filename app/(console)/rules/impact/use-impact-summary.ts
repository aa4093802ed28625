import { impactSummary } from '#lib/hap/impact/impact-summary.ts'
import type { ImpactSummary } from '#lib/hap/publication/impact-summary.ts'
import { useImpact } from './use-impact.ts'

/** What a draft would do to the clusters known now, in a few figures; null while nobody can tell. */
export function useImpactSummary(text: string, isValid: boolean, person: string): ImpactSummary | null {
  const question = { text, population: 'clusters', person, imported: null } as const
  const { view, checking } = useImpact(question, isValid)
  if (view === null || checking) return null
  return impactSummary(
    view,
    view.unknown.reduce((sum, { clusters }) => sum + clusters, 0),
  )
}
