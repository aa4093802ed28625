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

type Path = readonly string[]

/** The value at a path of a mapping; undefined where there is none. */
export function valueAt(config: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined),
    config,
  )
}

/** The mapping with another value at a path. */
export function withValue(config: Config, [key, ...rest]: Path, value: unknown): Config {
  if (key === undefined) return config
  const below = config[key]
  return { ...config, [key]: rest.length === 0 ? value : withValue(isRecord(below) ? below : {}, rest, value) }
}

/**
 * Whether an object is already as a part of it is wanted: it may have more fields, as a server fills them in, and in lists whose items
 * have names more items. Other lists are compared as a whole.
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
