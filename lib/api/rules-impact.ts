import { z } from 'zod'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import {
  DraftQuestion,
  parseDraftQuestion,
  parseRowsQuestion,
  previewDraft,
  RowsQuestion,
} from '#lib/queries/impact/draft-impact.ts'
import { formatImpactFile, type ImpactRow as ImpactRowType, listImpactRows } from '#lib/queries/impact/impact-rows.ts'
import { buildImpactView, type ImpactView as ImpactViewType } from '#lib/queries/impact/impact-view.ts'
import { Pool, RuleLink } from '#lib/queries/lists/row-schemas.ts'
import { collectSeenRequests, loadSeenRequests, SeenRequestsInput } from '#lib/queries/rules/seen-requests.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'
import { type Answer, answer, compute, type Resource, read } from './operation.ts'
import { sharedReply } from './shared-answer.ts'

const SeenCombination = z.object({
  clusters: z.number(),
  lastAt: z.number().nullable(),
  platformRegion: z.string().nullable(),
  hyperscalerRegion: z.string().nullable(),
  provider: z.string(),
  plan: z.string(),
})

const DestinationView = z.object({ rule: RuleLink.nullable(), message: z.string().nullable(), pool: Pool.nullable() })

const Tally = z.object({ clusters: z.number(), globalAccounts: z.number() })

const PoolRoom = z.object({
  pool: Pool,
  needs: z.number(),
  free: z.number().nullable(),
  room: z.enum(['enough', 'short', 'empty']),
})

const GroupView = z.object({
  before: DestinationView,
  after: DestinationView,
  needing: Tally,
  globalAccounts: z.number(),
  plan: z.string(),
  change: z.enum(['newly-unmatched', 'newly-refused', 'moved', 'newly-matched', 'unmatched', 'unchanged']),
  key: z.string(),
  concerns: z.array(
    z.enum(['loses-eu', 'becomes-shared', 'empty-pool', 'short-pool', 'becomes-dedicated', 'needs-account']),
  ),
  room: PoolRoom.nullable(),
  clusters: z.number(),
})

const ImpactView = z.object({
  groups: z.array(GroupView),
  more: z.number(),
  unknown: z.array(
    z.object({
      clusters: z.number(),
      globalAccounts: z.number(),
      missing: z.enum(['provider', 'plan', 'platform-region', 'hyperscaler-region']),
    }),
  ),
  shares: z.object({
    plan: z.object({
      label: z.number(),
      database: z.number(),
      kim: z.number(),
      import: z.number(),
      nobody: z.number(),
    }),
    platformRegion: z.object({
      label: z.number(),
      database: z.number(),
      kim: z.number(),
      import: z.number(),
      nobody: z.number(),
    }),
  }),
  estimated: z.boolean(),
  all: Tally,
  changes: z.object({
    'newly-unmatched': Tally,
    'newly-refused': Tally,
    moved: Tally,
    'newly-matched': Tally,
    unmatched: Tally,
    unchanged: Tally,
  }),
  concerns: z.object({
    'loses-eu': Tally,
    'becomes-shared': Tally,
    'empty-pool': Tally,
    'short-pool': Tally,
    'becomes-dedicated': Tally,
    'needs-account': Tally,
  }),
})

const ImpactRow = z.object({
  change: z.enum(['newly-unmatched', 'newly-refused', 'moved', 'newly-matched', 'unmatched', 'unchanged']).nullable(),
  missing: z.enum(['provider', 'plan', 'platform-region', 'hyperscaler-region']).nullable(),
  concerns: z.array(
    z.enum(['loses-eu', 'becomes-shared', 'empty-pool', 'short-pool', 'becomes-dedicated', 'needs-account']),
  ),
  before: Pool.nullable(),
  after: Pool.nullable(),
  beforeRule: z.string().nullable(),
  afterRule: z.string().nullable(),
  message: z.string().nullable(),
  room: PoolRoom.nullable(),
  key: z.string(),
  cluster: z.string().nullable(),
  now: Pool.nullable(),
  planFrom: z.enum(['label', 'database', 'kim', 'import']).nullable(),
  platformRegionFrom: z.enum(['label', 'database', 'kim', 'import']).nullable(),
  asked: z.object({
    plan: z.string().nullable(),
    provider: z.string().nullable(),
    platformRegion: z.string().nullable(),
    hyperscalerRegion: z.string().nullable(),
    globalAccount: z.string().nullable(),
  }),
  clusters: z.number(),
})

const SeenRequests = answer<Answer<typeof collectSeenRequests>>()(
  z.object({
    combinations: z.array(SeenCombination),
    withoutPlan: z.number(),
    partial: z.boolean(),
    pools: z.array(
      z.object({ accounts: z.number(), hyperscalerType: z.string(), euAccess: z.boolean(), shared: z.boolean() }),
    ),
  }),
)

const RulesImpact = answer<{ impact: ImpactViewType; partial: boolean }>()(
  z.object({ impact: ImpactView, partial: z.boolean() }),
)

const ImpactRows = answer<{ rows: readonly ImpactRowType[]; hits: number }>()(
  z.object({ rows: z.array(ImpactRow), hits: z.number() }),
)

/** Rows in one answer. */
const WINDOW = 100

/** The impact of a draft of the rules, and the requests of the existing clusters. */
export const RULES_IMPACT = {
  schemas: { SeenRequests, RulesImpact, ImpactRows },
  routes: [
    compute('/rules/impact', {
      summary: 'Preview the impact of a draft in figures',
      body: DraftQuestion,
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: RulesImpact },
      run: async ({ body }) => {
        const draft = requireValidDraft(await previewDraft(runtime(), parseDraftQuestion(body)))
        return { impact: buildImpactView(draft.impact, draft.population, draft.semantics), partial: draft.partial }
      },
    }),
    compute('/rules/impact/file', {
      summary: 'Export the rows behind a figure as CSV',
      body: RowsQuestion,
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: { media: ['text/csv'] } },
      run: async ({ body }) => {
        const question = parseRowsQuestion(body)
        const { impact, semantics } = requireValidDraft(await previewDraft(runtime(), question))
        return new Response(formatImpactFile(listImpactRows(impact, question.choice), semantics), {
          headers: {
            'content-type': 'text/csv; charset=utf-8; header=present',
            'content-disposition': 'attachment; filename="impact.csv"',
            'cache-control': 'no-store',
          },
        })
      },
    }),
    compute('/rules/impact/rows', {
      summary: 'List a hundred of the rows behind a figure',
      body: RowsQuestion,
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: ImpactRows },
      run: async ({ body }) => {
        const question = parseRowsQuestion(body)
        const { impact } = requireValidDraft(await previewDraft(runtime(), question))
        const rows = listImpactRows(impact, question.choice)
        return { rows: rows.slice(question.offset, question.offset + WINDOW), hits: rows.length }
      },
    }),
    read('/rules/seen', {
      summary: 'List the requests of the existing clusters',
      answers: { 200: SeenRequests },
      run: async ({ request }) => {
        const known = await runtime().clusters.read()
        // Reads the context after the wait, because it may have changed.
        const context = runtime().context()
        return sharedReply(request, context, () => collectSeenRequests(context, known), known)
      },
    }),
    compute('/rules/coverage', {
      summary: 'List the requests of the existing clusters, with plans from a file',
      body: SeenRequestsInput,
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: SeenRequests },
      run: ({ body }) => loadSeenRequests(runtime(), body),
    }),
  ],
} satisfies Resource

/**
 * Returns the preview of a valid draft. Throws RefusedRequestError for an invalid one;
 * /api/v1/rules/check lists its findings.
 */
function requireValidDraft<Preview>(preview: Preview | null): Preview {
  if (preview === null)
    throw new RefusedRequestError(400, 'text: is not a valid set of rules. /api/v1/rules/check lists the problems.')
  return preview
}
