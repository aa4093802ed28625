import type { Request } from './request.ts'

/** What is known of a request; null for what nobody knows. */
type Known = { readonly [Field in keyof Request]?: Request[Field] | null }

/** A request in one line, without what it leaves out: `aws · cf-eu11 · eu-central-1`; `?` for what nobody knows. */
export function requestWords({ plan, provider, platformRegion, hyperscalerRegion, globalAccount }: Known): string {
  const other = provider === plan ? '' : provider
  return [plan, other, platformRegion, hyperscalerRegion, globalAccount]
    .map(part => (part === null ? '?' : part))
    .filter(Boolean)
    .join(' · ')
}
