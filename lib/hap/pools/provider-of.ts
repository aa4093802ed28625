/** The provider a hyperscaler type begins with; its name has no underscore (seed 000). */
export function providerOf(hyperscalerType: string): string {
  return hyperscalerType.split('_', 1)[0] ?? hyperscalerType
}
