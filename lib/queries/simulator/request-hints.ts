import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import type { Request } from '#lib/hap/request.ts'
import type { QueryContext } from '../query-context.ts'
import { knownRegions } from './known-regions.ts'

/**
 * What the inventory knows nothing about in a request. Nothing here is an error: a first cluster has to begin
 * somewhere. What is no label value at all is said elsewhere.
 */
export function requestHints(context: QueryContext, request: Request): readonly string[] {
  const { plan, provider, platformRegion, hyperscalerRegion, globalAccount } = request
  const { platform, hyperscaler } = knownRegions(context)
  const regions = hyperscaler.find(known => known.provider === provider)?.regions ?? []
  const { inventory } = context
  const hints: string[] = []
  if (isLegalLabelValue(platformRegion) && !platform.includes(platformRegion)) {
    hints.push(`No rule and no pool names platform region ${platformRegion}.`)
  }
  if (isLegalLabelValue(hyperscalerRegion) && !regions.includes(hyperscalerRegion)) {
    hints.push(`No shoot on ${provider} and no rule of plan ${plan} has hyperscaler region ${hyperscalerRegion}.`)
  }
  const seen =
    inventory.bindingsOfTenant(globalAccount).length > 0 ||
    inventory.shootsOfTenant(globalAccount).length > 0 ||
    inventory.awaitedOfTenant(globalAccount).length > 0
  if (isLegalLabelValue(globalAccount) && !seen) hints.push('This global account has no binding and no shoot so far.')
  return hints
}
