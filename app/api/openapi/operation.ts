import type { z } from 'zod'
import type { Role } from '#lib/auth/roles.ts'

/** Content of an answer: JSON with a schema, other media types, or nothing. */
export type Content = z.ZodType | { readonly media: readonly string[] } | null

/** One method of one address. */
export interface Operation {
  /** One line of description. */
  readonly summary: string
  /** Minimum role; default: viewer. */
  readonly role?: Role
  /** Requires a person's session; tokens are refused. */
  readonly person?: true
  /** Schema that parses the parameters. */
  readonly query?: z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>
  /** Schema with which the route or its service parses the body. */
  readonly body?: z.ZodType
  /** Requests with the same `Idempotency-Key` are executed once. */
  readonly idempotent?: true
  /** Whether `If-Match` with the version that the client saw is required or optional. */
  readonly match?: 'required' | 'optional'
  /**
   * Kind of the `ETag`: the version for `If-Match`, or a hash of the answer for `If-None-Match`.
   */
  readonly tagged?: 'version' | 'answer'
  /** Successful answers by status. */
  readonly answers: Readonly<Record<number, Content>>
}

/** Operations by address and method. */
export type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>

/** Export of a list. */
export const LIST_FILE = { media: ['text/csv', 'application/json'] } as const

export const YAML_FILE = { media: ['application/yaml'] } as const
