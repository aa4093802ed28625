/** Hyperscaler types begin with the provider type, which has no underscore (seed 000). */
export function providerOf(hyperscalerType: string): string {
  return hyperscalerType.split('_', 1)[0] ?? hyperscalerType
}
