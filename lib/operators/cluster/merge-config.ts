import { isRecord } from '#lib/hap/document.ts'

/** A mapping in a manifest. */
export type Config = Readonly<Record<string, unknown>>

/**
 * Merges one mapping into another: merges nested mappings, replaces other values, and removes a
 * field for null.
 */
export function mergeConfig(base: Config, over: Config): Config {
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key)
    if (value === null) merged.delete(key)
    else merged.set(key, isRecord(value) ? mergeConfig(isRecord(below) ? below : {}, value) : value)
  }
  return Object.fromEntries(merged)
}

type Path = readonly string[]

/** Reads the value at a path; undefined without one. */
export function valueAt(config: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    config,
  )
}

/** Returns the mapping with another value at a path. */
export function withValue(config: Config, [key, ...rest]: Path, value: unknown): Config {
  if (key === undefined) return config
  const below = config[key]
  return { ...config, [key]: rest.length === 0 ? value : withValue(isRecord(below) ? below : {}, rest, value) }
}

/**
 * Whether an object contains the wanted part: it may have further fields, as a server sets them,
 * and further items in lists of named items. Other lists must be equal.
 */
export function covers(has: unknown, wanted: unknown): boolean {
  if (isRecord(wanted)) return isRecord(has) && Object.entries(wanted).every(([key, value]) => covers(has[key], value))
  if (!Array.isArray(wanted)) return Object.is(has, wanted)
  if (!Array.isArray(has)) return false
  const isNamed = wanted.length > 0 && wanted.every(item => isRecord(item) && item.name !== undefined)
  if (!isNamed) return has.length === wanted.length && wanted.every((item, place) => covers(has[place], item))
  return wanted.every(item =>
    covers(
      has.find(other => isRecord(other) && other.name === item.name),
      item,
    ),
  )
}
