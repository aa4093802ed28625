import type { Request } from '../request.ts'

/** What of a request its rule and its pool depend on. A region is null where nobody knows it: no shoot carries a platform region. */
interface Combination extends Omit<Request, 'globalAccount' | 'platformRegion' | 'hyperscalerRegion'> {
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
}

/** Clusters that were requested alike. */
export interface SeenCombination extends Combination {
  readonly clusters: number
  /** When the youngest of them was requested, in milliseconds since 1970; null where nobody knows. */
  readonly lastAt: number | null
}

/** Clusters put together by what they were requested with; in no particular order. */
export function combineSeen(seen: Iterable<SeenCombination>): readonly SeenCombination[] {
  const together = new Map<string, SeenCombination>()
  for (const { plan, provider, platformRegion, hyperscalerRegion, clusters, lastAt } of seen) {
    const key = JSON.stringify([plan, provider, platformRegion, hyperscalerRegion])
    const before = together.get(key)
    together.set(key, {
      plan,
      provider,
      platformRegion,
      hyperscalerRegion,
      clusters: (before?.clusters ?? 0) + clusters,
      lastAt: latest(before?.lastAt ?? null, lastAt),
    })
  }
  return [...together.values()]
}

/** The later of two moments, of which nobody may know either. */
export function latest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}
