import type { Request } from '#lib/hap/request.ts'

/** A request in one line, without what it leaves out: `aws · cf-eu11 · eu-central-1`. */
export function requestWords(request: Request): string {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
  const other = provider === plan ? '' : provider
  return [plan, other, platformRegion, hyperscalerRegion, globalAccount].filter(part => part !== '').join(' · ')
}
