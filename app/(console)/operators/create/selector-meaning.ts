import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'

/** What a selector means, as a sentence; null where it cannot be read. */
export function selectorMeaning(text: string): string | null {
  const parsed = parseSubscriptionSelector(text.trim())
  if (!('selector' in parsed)) return null
  const words = parsed.selector.alternatives.map(alternative =>
    alternative.kind === 'shared' ? 'a shared account' : `an account of global account ${alternative.globalAccount}`,
  )
  const sentence = words.join(', or else ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
