/** Finds the accounts of a pool that nobody has or uses; the rules in force need not lead there. */
export function idleTerms(poolKey: string): string {
  return `pool:${poolKey} state:free shoots:0 reserved:0`
}
