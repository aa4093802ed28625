import { isRecord } from '#lib/hap/document.ts'

/** A mapping of a manifest. */
export type Config = Readonly<Record<string, unknown>>

/** A mapping with another laid over it: mappings are merged, everything else is replaced as a whole, and null takes a field away. */
export function mergeConfig(base: Config, over: Config): Config {
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key)
    if (value === null) merged.delete(key)
    else merged.set(key, isRecord(value) ? mergeConfig(isRecord(below) ? below : {}, value) : value)
  }
  return Object.fromEntries(merged)
}
