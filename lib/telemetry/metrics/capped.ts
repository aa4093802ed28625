import type { Sample } from './family.ts'

/** Stands for all values of a label that have no series of their own. */
export const OTHERS = 'other'

/**
 * At most `most` of the samples, the largest first, by their labels where they are equal. The rest are added up under `other` in the
 * labels `folded`: sums over all series stay right, whatever is left out.
 */
export function capped(samples: readonly Sample[], most: number, folded: readonly string[]): readonly Sample[] {
  if (samples.length <= most) return samples
  const inOrder = samples
    .map(sample => ({ sample, key: Object.values(sample.labels).join('|') }))
    .sort((a, b) => b.sample.value - a.sample.value || (a.key < b.key ? -1 : 1))
    .map(({ sample }) => sample)
  const rest = new Map<string, Sample>()
  for (const { labels, value } of inOrder.slice(most)) {
    const others = { ...labels, ...Object.fromEntries(folded.map(label => [label, OTHERS])) }
    const key = Object.values(others).join('|')
    rest.set(key, { labels: others, value: value + (rest.get(key)?.value ?? 0) })
  }
  return [...inOrder.slice(0, most), ...rest.values()]
}
