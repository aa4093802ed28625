import type { z } from 'zod'

/** Result type of a query or verb, without null. */
export type Answer<Ask extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<Ask>>>

/** Removes `readonly`, since JSON schemas infer mutable types. */
type Plain<Type> = Type extends object ? { -readonly [Key in keyof Type]: Plain<Type[Key]> } : Type

/**
 * Accepts a schema only if it matches the type that the route returns; a mismatch is a compile
 * error.
 */
export function answer<Type>() {
  return <Schema extends z.ZodType<Plain<Type>>>(
    schema: Plain<Type> extends z.output<Schema> ? Schema : never,
  ): Schema => schema
}
