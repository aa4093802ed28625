import { isRecord } from '#lib/hap/document.ts'
import type { Config } from './merge-config.ts'

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
