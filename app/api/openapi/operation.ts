import type { z } from 'zod'
import type { Role } from '#lib/auth/roles.ts'

/** What an answer holds: JSON by a schema, another medium by its names, or nothing. */
export type Content = z.ZodType | { readonly media: readonly string[] } | null

/** One method of one address. */
export interface Operation {
  /** One line: what it does. */
  readonly summary: string
  /** The least role; default: viewer. */
  readonly role?: Role
  /** It needs a person: tokens are refused. */
  readonly person?: true
  /** What the route reads its parameters with. */
  readonly query?: z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>
  /** What the route, or the service behind it, reads the body with. */
  readonly body?: z.ZodType
  /** The same `Idempotency-Key` is the same request. */
  readonly idempotent?: true
  /** `If-Match` names the version that was looked at: it has to, or may. */
  readonly match?: 'required' | 'optional'
  /** It has an `ETag`: of its version, to be named in `If-Match`, or of the whole answer, for `If-None-Match`. */
  readonly tagged?: 'version' | 'answer'
  /** What comes of it when all is well, by status. */
  readonly answers: Readonly<Record<number, Content>>
}

/** Operations by address and method. */
export type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** A list as a file. */
export const LIST_FILE = { media: ['text/csv', 'application/json'] } as const

export const YAML_FILE = { media: ['application/yaml'] } as const
