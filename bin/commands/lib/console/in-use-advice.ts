import { formatList } from '#lib/hap/text/text.ts'

/** What to do where clusters or claims have an account, with the clusters by name; empty for any other refusal. */
export function inUseAdvice(refusal: string, clusters: readonly string[]): string {
  const advice: string[] = []
  if (/still uses? this account/.test(refusal)) {
    const named = clusters.length === 0 ? '' : `: ${formatList(clusters)}`
    advice.push(`Delete or move ${clusters.length === 1 ? 'it' : 'them'} first${named}.`)
  }
  if (/about to be placed on/.test(refusal)) advice.push('End the claim first: hap give-back ID.')
  return advice.map(sentence => ` ${sentence}`).join('')
}
