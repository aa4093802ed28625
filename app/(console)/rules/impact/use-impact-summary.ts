import { type ImpactSummary, impactSummary } from '#lib/hap/impact/impact.ts'
import { useImpact } from './use-impact.ts'

/** What is known of what a draft would do to clusters. */
export type KnownImpact =
  | { readonly kind: 'computing' }
  /** `partial`: clusters are missing that only the database knows. `estimated`: as KEB would count, by an estimate. */
  | { readonly kind: 'known'; readonly summary: ImpactSummary; readonly partial: boolean; readonly estimated: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly retry: () => void }

/** What a draft would do to the clusters known now, in a few figures; an older answer than to this text is none. */
export function useImpactSummary(text: string, isValid: boolean, person: string): KnownImpact {
  const question = { text, population: 'clusters', person, imported: null } as const
  const { view, partial, checking, error, retry } = useImpact(question, isValid)
  if (error !== null) return { kind: 'failed', reason: error.message, retry }
  if (view === null || checking) return { kind: 'computing' }
  const unknown = view.unknown.reduce((sum, { clusters }) => sum + clusters, 0)
  return { kind: 'known', summary: impactSummary(view, unknown), partial, estimated: view.estimated }
}
