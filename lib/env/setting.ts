import type { z } from 'zod'

export interface Setting<Schema extends z.ZodType> {
  readonly schema: Schema
  /** Value that stands for an unset or empty variable; undefined when there is none. */
  readonly fallback?: string
  readonly example: string
  readonly meaning: string
  /** Its value is shown to nobody. */
  readonly secret?: true
}

/** Keeps the type of its schema. */
export function setting<Schema extends z.ZodType>(entry: Setting<Schema>): Setting<Schema> {
  return entry
}
