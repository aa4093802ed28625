import type { z } from 'zod'

/** What a query or a verb answers, once it is there. */
export type Answer<Ask extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<Ask>>>

/** The same type without `readonly`, which JSON does not know. */
type Plain<Type> = Type extends object ? { -readonly [Key in keyof Type]: Plain<Type[Key]> } : Type

/** The schema of what a route answers; does not compile where it and the type that the route answers are not the same. */
export function answer<Type>() {
  return <Schema extends z.ZodType<Plain<Type>>>(
    schema: Plain<Type> extends z.output<Schema> ? Schema : never,
  ): Schema => schema
}
