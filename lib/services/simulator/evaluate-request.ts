import { z } from 'zod'
import { MAX_FIELD_LENGTH } from '#lib/hap/request.ts'
import { SEMANTICS } from '#lib/hap/semantics.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { compareRequest, type RequestComparison, resolveSides } from '#lib/queries/simulator/compare-rules.ts'
import { type Simulation, simulate } from '#lib/queries/simulator/simulate.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'
import type { Db } from '#lib/store/database/client.ts'
import { formatCount } from '#lib/util/format.ts'
import { type ClaimPreview, previewClaim } from './preview-claim.ts'

/** The answer to a request: a decision, or a problem. */
export type Evaluation =
  | {
      readonly kind: 'decided'
      readonly simulation: Simulation
      readonly tookMs: number
      /**
       * What a claim would add at this moment; null if not requested, or the semantics has no
       * claims.
       */
      readonly claims: ClaimPreview | null
    }
  | { readonly kind: 'unreadable'; readonly message: string }

const text = (what: string) =>
  z.string({ error: `${what} must be text.` }).max(MAX_FIELD_LENGTH, {
    error: ({ input }) =>
      `${what} has ${formatCount(String(input).length)} characters; at most ${formatCount(MAX_FIELD_LENGTH)} are read.`,
  })

export const RequestInput = z.object(
  {
    plan: text('Plan'),
    provider: text('Provider'),
    platformRegion: text('Platform region'),
    hyperscalerRegion: text('Hyperscaler region'),
    globalAccount: text('Global account'),
    semantics: z.enum(SEMANTICS, { error: `Semantics must be ${SEMANTICS.join(' or ')}.` }).optional(),
  },
  { error: 'A request has a plan, a provider, two regions and a global account.' },
)

type RequestInput = z.infer<typeof RequestInput>

/** Parses a request from outside with its optional semantics, or returns a problem. */
export function parseRequest(
  input: unknown,
):
  | { readonly asked: Omit<RequestInput, 'semantics'>; readonly semantics: RequestInput['semantics'] }
  | { readonly problem: string } {
  const request = RequestInput.safeParse(input)
  if (!request.success) return { problem: request.error.issues.map(({ message }) => message).join(' ') }
  const { semantics, ...asked } = request.data
  return { asked, semantics }
}

/**
 * Decides a request from outside and measures it, under its semantics or those in force. Writes
 * nothing, and throws for no input.
 */
export function evaluation(context: QueryContext, input: unknown): Evaluation {
  const request = parseRequest(input)
  if ('problem' in request) return { kind: 'unreadable', message: request.problem }
  const { asked, semantics = context.semantics } = request
  const started = performance.now()
  const simulation = simulate({ ...context, semantics }, asked)
  return { kind: 'decided', simulation, tookMs: performance.now() - started, claims: null }
}

/** Evaluates a request, and adds what a claim would do at this moment. */
export async function evaluateWithClaims(
  context: QueryContext,
  claims: Pick<ClaimService, 'preview'>,
  input: unknown,
): Promise<Evaluation> {
  const answer = evaluation(context, input)
  return answer.kind === 'decided' ? { ...answer, claims: await previewClaim(answer.simulation, claims) } : answer
}

/** Unknown rules or invalid input: a sentence for the page. */
interface Unreadable {
  readonly kind: 'unreadable'
  readonly message: string
}

export type ComparisonAnswer<View> = { readonly kind: 'compared'; readonly view: View } | Unreadable

/**
 * Decides a request from outside under two rule sets. Writes nothing. Throws ZodError for the
 * sides, StoreError for revisions.
 */
export async function compareRequestFrom(
  sides: unknown,
  input: unknown,
  db: Db,
  context: QueryContext,
): Promise<ComparisonAnswer<RequestComparison>> {
  const request = parseRequest(input)
  if ('problem' in request) return { kind: 'unreadable', message: request.problem }
  const both = await resolveSides(sides, db, context)
  if ('problem' in both) return { kind: 'unreadable', message: both.problem }
  return { kind: 'compared', view: compareRequest(context, both, request.asked) }
}
