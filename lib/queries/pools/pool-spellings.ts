/** A pool in a search: by its key, and as pages write it: `aws~eu`, `aws · EU`. */
export function poolSpellings(poolKey: string): readonly string[] {
  return [poolKey, poolKey.replaceAll('~', ' · ')]
}
