import type { z } from 'zod'
import type { Role } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { Reply } from './reply.ts'

/** Content of an answer: JSON with a schema, other media types, or nothing. */
export type Content = z.ZodType | { readonly media: readonly string[] } | null

type Query = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>

/** What the OpenAPI document and the request pipeline know of one method of one path. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path below /api/v1; `:name` is a path parameter. */
  readonly path: `/${string}`
  readonly summary: string
  /** Minimum role; default: viewer. */
  readonly role?: Role
  /** Requires a person's session; tokens are refused. */
  readonly person?: true
  /** Query parameters. All variants of a union are optional in the document. */
  readonly query?: Query
  /** Schema with which the handler or its service parses the body. */
  readonly body?: z.ZodType
  /** Maximum size of the body in bytes; default: 64 KiB. */
  readonly maxBytes?: number
  /** A request of the page itself, without a person at it, that does not prolong the session. */
  readonly attended?: false
  /** A write that changes only data of the console, such as views, and is permitted in observe mode. */
  readonly ownData?: true
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

/** Values of the `:name` parameters of a path. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? PathParams<Head> & PathParams<Tail>
  : Path extends `:${infer Name}`
    ? { readonly [Key in Name]: string }
    : unknown

type BodyOf<Each> = Each extends z.ZodType ? Frozen<z.output<Each>> : never

/** What a handler returns: the body of a 200, a reply with status and headers, or a whole response. */
type Answered<Answers extends Operation['answers']> =
  | BodyOf<Answers[keyof Answers]>
  | Reply<BodyOf<Answers[keyof Answers]>>
  | Response

interface Call<Path extends string> {
  readonly user: User
  readonly params: PathParams<Path>
  readonly request: Request
}

interface ReadCall<Path extends string, Parsed> extends Call<Path> {
  /** Id of the session; null for a token. */
  readonly session: string | null
  readonly context: QueryContext
  /** Parsed query parameters; unparsed ones of a union. */
  readonly query: Parsed
}

interface ComputeCall<Path extends string> extends Call<Path> {
  readonly context: QueryContext
  /** The body as JSON. */
  readonly body: unknown
}

/** A write before its body is read. */
export interface WriteAttempt<Params = unknown> {
  readonly user: User
  readonly params: Params
  readonly request: Request
  /** Id for the audit log. */
  readonly requestId: string
}

interface WriteCall<Path extends string> extends WriteAttempt<PathParams<Path>> {
  /** The body as JSON; null for DELETE, which has none. */
  readonly body: unknown
}

/** Audit entry of a write that is refused before its service runs. */
interface Entry<Params> {
  readonly action: string | ((params: Params) => string)
  /** Audit key of the object in the path. */
  target?(params: Params): string
  /**
   * Refuses and records a missing role before the body is read. Without it, the service checks the
   * role and records the attempt.
   */
  authorise?(attempt: WriteAttempt<Params>): Promise<void>
}

type Described<Answers> = Omit<Operation, 'method' | 'path' | 'query' | 'answers'> & { readonly answers: Answers }

interface ReadRoute extends Operation {
  readonly kind: 'read'
  run(call: ReadCall<string, never>): unknown
}

interface ComputeRoute extends Operation {
  readonly kind: 'compute'
  run(call: ComputeCall<string>): unknown
}

interface WriteRoute extends Operation {
  readonly kind: 'write'
  readonly entry: Entry<never>
  run(call: WriteCall<string>): unknown
}

/** An operation with its handler, as the pipeline runs it. */
export type Route = ReadRoute | ComputeRoute | WriteRoute

type NamesOf<Asked> = Asked extends z.ZodObject<infer Shape> ? keyof Shape & string : never

/** Names of the query parameters, of each variant of a union. */
type QueryNames<Asked> = Asked extends z.ZodUnion<infer Variants> ? NamesOf<Variants[number]> : NamesOf<Asked>

/** A GET with the types that clients derive from it. */
interface TypedRead<Path extends `/${string}`, Asked, Answers extends Operation['answers']> extends ReadRoute {
  readonly path: Path
  readonly answers: Answers
  /** Only for the compiler. */
  readonly names?: QueryNames<Asked>
}

type Parsed<Asked extends Query | undefined> = Asked extends z.ZodObject
  ? z.output<Asked>
  : Readonly<Record<string, string>>

/** Declares a GET for every role. */
export function read<
  const Path extends `/${string}`,
  const Answers extends Operation['answers'],
  Asked extends Query | undefined = undefined,
>(
  path: Path,
  operation: Described<Answers> & {
    readonly query?: Asked
    run(call: ReadCall<Path, Parsed<Asked>>): Answered<Answers> | Promise<Answered<Answers>>
  },
): TypedRead<Path, Asked, Answers> {
  return { kind: 'read', method: 'GET', path, ...operation } as unknown as TypedRead<Path, Asked, Answers>
}

/** Declares a POST for every role that computes an answer from its body and changes nothing. */
export function compute<const Path extends `/${string}`, const Answers extends Operation['answers']>(
  path: Path,
  operation: Described<Answers> & {
    readonly body: z.ZodType
    run(call: ComputeCall<Path>): Answered<Answers> | Promise<Answered<Answers>>
  },
): ComputeRoute {
  return { kind: 'compute', method: 'POST', path, ...operation } as unknown as ComputeRoute
}

/** Declares a method that changes something. Pages of other sites cannot call it. */
export function write<const Path extends `/${string}`, const Answers extends Operation['answers']>(
  method: Exclude<Operation['method'], 'GET'>,
  path: Path,
  operation: Described<Answers> & Entry<PathParams<Path>> & { run(call: WriteCall<Path>): Promise<Answered<Answers>> },
): WriteRoute {
  const { action, target, authorise, ...rest } = operation
  const entry = { action, ...(target && { target }), ...(authorise && { authorise }) }
  return { kind: 'write', method, path, entry, ...rest } as unknown as WriteRoute
}

/** The operations of a resource, and the schemas that the document defines once under their names. */
export interface Resource {
  readonly schemas?: Readonly<Record<string, z.ZodType>>
  readonly routes: readonly Route[]
}

/** Result type of a query or verb, without null. */
export type Answer<Ask extends (...args: never[]) => unknown> = NonNullable<Awaited<ReturnType<Ask>>>

/** Removes `readonly`, since JSON schemas infer mutable types. */
export type Plain<Type> = Type extends object ? { -readonly [Key in keyof Type]: Plain<Type[Key]> } : Type

declare const SOURCE: unique symbol

/** A schema with the type that it describes. Only the compiler knows the property. */
type Describing<Schema, Type> = Schema & { readonly [SOURCE]: Type }

/** Type that clients receive: the described one, otherwise what the schema infers. */
export type ClientType<Schema> = Schema extends { readonly [SOURCE]: infer Type }
  ? Type
  : Schema extends z.ZodType
    ? Frozen<z.output<Schema>>
    : never

type Frozen<Type> = Type extends object ? { readonly [Key in keyof Type]: Frozen<Type[Key]> } : Type

/**
 * Accepts a schema only if it matches the type that the route returns; a mismatch is a compile
 * error.
 */
export function answer<Type>() {
  return <Schema extends z.ZodType<Plain<Type>>>(schema: Plain<Type> extends z.output<Schema> ? Schema : never) =>
    schema as Schema as Describing<Schema, Type>
}

/** Export of a list. */
export const LIST_FILE = { media: ['text/csv', 'application/json'] } as const

export const YAML_FILE = { media: ['application/yaml'] } as const
