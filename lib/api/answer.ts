import type { z } from 'zod'

/** Result type of a query or verb, without null. */
export type Answer<Ask extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<Ask>>>

/** Removes `readonly`, since JSON schemas infer mutable types. */
type Plain<Type> = Type extends object ? { -readonly [Key in keyof Type]: Plain<Type[Key]> } : Type

declare const SOURCE: unique symbol

/** A schema with the type that it describes. Only the compiler knows the property. */
type Describing<Schema, Type> = Schema & { readonly [SOURCE]: Type }

/** Type that clients receive: the described one, otherwise what the schema infers. */
export type ClientType<Schema> = Schema extends { readonly [SOURCE]: infer Type }
  ? Type
  : Schema extends z.ZodType
    ? Frozen<z.output<Schema>>
    : never

export type Frozen<Type> = Type extends object ? { readonly [Key in keyof Type]: Frozen<Type[Key]> } : Type

/**
 * Accepts a schema only if it matches the type that the route returns; a mismatch is a compile
 * error.
 */
export function answer<Type>() {
  return <Schema extends z.ZodType<Plain<Type>>>(schema: Plain<Type> extends z.output<Schema> ? Schema : never) =>
    schema as Schema as Describing<Schema, Type>
}
