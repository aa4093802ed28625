import type { Request } from '../request.ts'

/** What of a request a rule and its pool depend on. */
export type Combination = Omit<Request, 'globalAccount'>

/** Clusters that were requested alike. */
export interface SeenCombination extends Combination {
  readonly clusters: number
  /** When the youngest of them was requested, in milliseconds since 1970; null where nobody knows. */
  readonly lastAt: number | null
}

/** Clusters put together by what they were requested with; `clusters` defaults to one each. */
export function combineSeen(
  requests: Iterable<{ readonly request: Combination; readonly at: number | null; readonly clusters?: number }>,
): readonly SeenCombination[] {
  const seen = new Map<string, SeenCombination>()
  for (const { request, at, clusters = 1 } of requests) {
    const { plan, provider, platformRegion, hyperscalerRegion } = request
    // No name has a line end.
    const key = `${plan}\n${provider}\n${platformRegion}\n${hyperscalerRegion}`
    const before = seen.get(key)
    seen.set(key, {
      plan,
      provider,
      platformRegion,
      hyperscalerRegion,
      clusters: (before?.clusters ?? 0) + clusters,
      lastAt: latest(before?.lastAt ?? null, at),
    })
  }
  return [...seen.values()]
}

/** The later of two moments, of which nobody may know either. */
export function latest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b)
}
