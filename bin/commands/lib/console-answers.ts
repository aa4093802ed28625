import { z } from 'zod'
import type { ApiReads } from '#lib/api/api.ts'
import type { Plain } from '#lib/api/operation.ts'
import type { OutcomeView, PreviewView } from '#lib/services/actions/action-preview.ts'
import type { Accepted } from '#lib/services/landscape/accept-landscape.ts'
import type { Evaluation } from '#lib/services/simulator/evaluate-request.ts'
import type { Io } from '../../command.ts'

/**
 * Accepts a schema only if every answer of the API fits it; else the compiler reports an error. The
 * schema names the printed fields alone, so that a command also understands other releases of the
 * console; `--json` prints the whole answer.
 */
function printed<Answer>() {
  return <Schema extends z.ZodType>(schema: Plain<Answer> extends z.input<Schema> ? Schema : never): Schema => schema
}

const Errors = z.array(z.object({ message: z.string() }))

export const Pools = printed<ApiReads['/pools']['answer']>()(
  z.looseObject({
    groups: z.array(
      z.looseObject({
        pools: z.array(
          z.looseObject({
            name: z.string(),
            euAccess: z.boolean(),
            shared: z.boolean(),
            accounts: z.number(),
            states: z.record(z.string(), z.number()),
            usable: z.number(),
            tenants: z.number(),
            shoots: z.number(),
            waiting: z.number().nullable(),
            problem: z.string().nullable(),
            low: z.boolean(),
          }),
        ),
      }),
    ),
    hits: z.number(),
    of: z.number(),
    errors: Errors,
  }),
)

export const Bindings = printed<ApiReads['/bindings']['answer']>()(
  z.looseObject({
    rows: z.array(
      z.looseObject({
        kind: z.string(),
        name: z.string(),
        state: z.string(),
        tenant: z.string().nullable(),
        shoots: z.number(),
        account: z.looseObject({ namespace: z.string(), name: z.string() }),
      }),
    ),
    hits: z.number(),
    of: z.number(),
    errors: Errors,
  }),
)

export const Rules = printed<ApiReads['/rules']['answer']>()(
  z.looseObject({
    plans: z.array(z.looseObject({ name: z.string(), providers: z.array(z.string()).nullable() })),
  }),
)

export const Binding = printed<ApiReads['/bindings/:kind/:name']['answer']>()(
  z.looseObject({
    resourceVersion: z.string(),
    shoots: z.array(z.looseObject({ shoot: z.looseObject({ name: z.string() }) })),
  }),
)

export const Preview = printed<PreviewView>()(
  z.discriminatedUnion('status', [
    z.looseObject({
      status: z.literal('planned'),
      diff: z.array(
        z.looseObject({ change: z.enum(['added', 'removed', 'kept']), key: z.string(), value: z.string() }),
      ),
      consequence: z.array(z.string()),
      objection: z.string().nullable(),
      clusters: z.array(z.unknown()),
    }),
    z.looseObject({ status: z.literal('refused'), reason: z.string() }),
  ]),
)

export const Done = printed<Extract<OutcomeView, { status: 'done' }>>()(
  z.looseObject({ status: z.literal('done'), note: z.string().nullable() }),
)

export const Claim = printed<ApiReads['/claims/:id']['answer']>()(
  z.looseObject({
    id: z.string(),
    status: z.string(),
    binding: z.looseObject({ kind: z.string(), name: z.string() }).nullable(),
    position: z.number().nullable(),
    message: z.string().nullable(),
  }),
)

const Outcome = z.looseObject({ kind: z.string(), message: z.string() })

export const Evaluated = printed<Extract<Evaluation, { kind: 'decided' }>>()(
  z.looseObject({
    simulation: z.looseObject({
      decision: z.looseObject({
        outcome: Outcome,
        rules: z.array(
          z.looseObject({
            rule: z.looseObject({ index: z.number(), text: z.string() }),
            verdict: z.string(),
            words: z.string(),
          }),
        ),
        steps: z.array(
          z.looseObject({
            purpose: z.string(),
            requirements: z.array(z.string()).nullable(),
            reached: z.boolean(),
            candidates: z.array(
              z.looseObject({
                binding: z.looseObject({ name: z.string() }),
                state: z.string(),
                clusters: z.number(),
                words: z.string(),
              }),
            ),
            more: z.number(),
          }),
        ),
      }),
      other: z
        .looseObject({
          semantics: z.string(),
          outcome: Outcome,
          differences: z.array(
            z.looseObject({ id: z.string(), title: z.string(), documented: z.string(), keb: z.string() }),
          ),
        })
        .nullable(),
    }),
  }),
)

export const Landscape = printed<ApiReads['/landscape']['answer']>()(
  z.looseObject({
    namespace: z.string(),
    /** Absent at a console of the release before. */
    seen: z.string().optional(),
    paused: z.boolean(),
    notices: z.array(z.looseObject({ text: z.string() })),
    doubted: z.array(
      z.looseObject({
        kind: z.string(),
        name: z.string(),
        uid: z.string().optional(),
        doubt: z.enum(['restored', 'copied']),
      }),
    ),
  }),
)

export const AcceptedLandscape = printed<Accepted>()(z.looseObject({ accepted: Landscape, claims: z.number() }))

/** The search arguments as the query of an address. */
export function searchOf(words: readonly string[], more: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({ q: words.join(' '), ...more }).toString()
}

/** Prints the errors that the console found in a search. Returns whether there are any. */
export function searchProblem({ errors }: { readonly errors: z.output<typeof Errors> }, io: Io): boolean {
  for (const { message } of errors) io.err(`hap: ${message}`)
  return errors.length > 0
}
