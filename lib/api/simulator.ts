import { z } from 'zod'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { parseInput } from '#lib/input-problems.ts'
import { Account, KindName, Pool, RuleLink, StateName } from '#lib/queries/lists/row-schemas.ts'
import {
  compareRequest,
  compareRulesOnMatrix,
  type MatrixComparison,
  type RequestComparison,
  resolveSides,
  Sides,
} from '#lib/queries/simulator/compare-rules.ts'
import {
  evaluateMatrixInput,
  type MatrixAnswer,
  MatrixFields,
  MatrixSemantics,
  parseMatrix,
} from '#lib/queries/simulator/evaluate-matrix.ts'
import { runtime } from '#lib/runtime.ts'
import {
  type Evaluation,
  evaluateWithClaims,
  parseRequest,
  RequestInput,
} from '#lib/services/simulator/evaluate-request.ts'
import { getSimulatorLink, saveSimulatorLink } from '#lib/services/simulator/simulator-links.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'
import { answer, compute, type Resource, read } from './operation.ts'
import { reply } from './reply.ts'
import { AccountRequest, EffectiveLimit, SomeStateCounts } from './shared-schemas.ts'

const BindingLink = z.object({
  kind: KindName,
  namespace: z.string(),
  name: z.string(),
  account: Account,
})

const OutcomeView = z.union([
  z.object({ kind: z.literal('wait'), message: z.string() }),
  z.object({ kind: z.literal('no-rule'), message: z.string() }),
  z.object({ kind: z.literal('guard'), message: z.string() }),
  z.object({
    kind: z.literal('refused'),
    message: z.string(),
    reason: z.enum([
      'unknown-plan',
      'plan-provider',
      'empty-region',
      'illegal-label',
      'unnamed-binding',
      'own-unusable',
    ]),
  }),
  z.object({
    kind: z.literal('reuse'),
    message: z.string(),
    limit: EffectiveLimit.nullable(),
    multiAccount: z.boolean(),
    clustersAfter: z.number(),
    binding: BindingLink,
  }),
  z.object({
    kind: z.literal('claim'),
    message: z.string(),
    limit: EffectiveLimit.nullable(),
    clustersAfter: z.number(),
    binding: BindingLink,
  }),
  z.object({
    kind: z.literal('shared'),
    message: z.string(),
    limit: EffectiveLimit.nullable(),
    clustersAfter: z.number(),
    binding: BindingLink,
  }),
])

const Rule = z.object({
  index: z.number(),
  text: z.string(),
  output: z.object({ PR: z.boolean(), HR: z.boolean(), EU: z.boolean(), S: z.boolean() }),
  plan: z.string(),
  platformRegion: z.string().nullable(),
  hyperscalerRegion: z.string().nullable(),
})

const ClusterCount = z.object({ database: z.number(), reserved: z.number(), onlyInGardener: z.number() })

const CandidateView = z.object({
  key: z.string(),
  binding: BindingLink,
  reason: z.enum([
    'internal',
    'held',
    'dirty',
    'kind',
    'terminating',
    'restored',
    'malformed',
    'full',
    'chosen',
    'split',
    'in-use',
    'provider-type',
    'condition',
    'other-pool',
    'fewer-clusters',
    'more-clusters',
    'later-name',
    'later-turn',
    'not-needed',
    'guarded',
  ]),
  state: StateName,
  words: z.string(),
  clusters: z.number(),
  selected: z.boolean(),
  breakdown: ClusterCount,
})

const StepView = z.object({
  requirements: z.array(z.string()).nullable(),
  command: z.string().nullable(),
  candidates: z.array(CandidateView),
  selected: z.number(),
  accounts: z.number(),
  more: z.number(),
  purpose: z.enum(['claim', 'reuse', 'shared']),
  reached: z.boolean(),
  others: SomeStateCounts,
})

const AttributeVerdict = z.object({ wanted: z.string().nullable(), got: z.string(), ok: z.boolean() })

const RuleTrace = z.object({
  rule: Rule,
  platformRegion: AttributeVerdict,
  hyperscalerRegion: AttributeVerdict,
  specificity: z.number(),
  verdict: z.enum(['chosen', 'less-specific', 'no-match']),
  words: z.string(),
})

const DecisionView = z.object({
  request: AccountRequest,
  outcome: OutcomeView,
  rule: Rule.nullable(),
  pool: Pool.nullable(),
  steps: z.array(StepView),
  limit: EffectiveLimit.nullable(),
  onAllowlist: z.boolean(),
  rules: z.array(RuleTrace),
  matching: z.number(),
  moreRules: z.number(),
})

const Simulation = z.object({
  semantics: z.enum(['documented', 'keb']),
  decision: DecisionView,
  other: z
    .object({
      semantics: z.enum(['documented', 'keb']),
      outcome: OutcomeView,
      differences: z.array(
        z.object({
          id: z.enum([
            'hold',
            'D1',
            'D2',
            'D3',
            'D4',
            'D5',
            'D6',
            'D7',
            'D8',
            'D9',
            'D10',
            'D11',
            'D12',
            'D13',
            'D14',
            'D15',
            'D16',
            'D17',
            'counting',
            'account-use',
            'restored',
          ]),
          title: z.string(),
          documented: z.string(),
          keb: z.string(),
        }),
      ),
    })
    .nullable(),
  warnings: z.array(z.string()),
  hints: z.array(z.string()),
  rules: z.number(),
  at: z.number(),
})

const MatrixGroupView = z.object({
  combinations: z.number(),
  states: z
    .object({
      shared: z.number(),
      claimed: z.number(),
      internal: z.number(),
      held: z.number(),
      dirty: z.number(),
      cleaning: z.number(),
      verifying: z.number(),
      quarantined: z.number(),
      terminating: z.number(),
      malformed: z.number(),
      free: z.number(),
    })
    .nullable(),
  rule: RuleLink.nullable(),
  selector: z.string().nullable(),
  command: z.string().nullable(),
  outcome: z.enum(['claim', 'refused', 'reuse', 'shared', 'no-rule', 'wait', 'guard']),
  message: z.string().nullable(),
  pool: Pool.nullable(),
})

const MatrixView = z.object({
  matrix: z.object({
    provider: z.array(z.string()),
    plan: z.array(z.string()),
    platformRegion: z.array(z.string()),
    hyperscalerRegion: z.array(z.string()),
    globalAccount: z.array(z.string()),
  }),
  groups: z.array(MatrixGroupView),
  groupOf: z.array(z.number()),
  rules: z.number(),
  semantics: z.enum(['documented', 'keb']),
  estimated: z.boolean(),
})

const SideView = z.object({
  rule: RuleLink.nullable(),
  selectors: z.array(
    z.object({
      purpose: z.enum(['claim', 'reuse', 'shared']),
      requirements: z.array(z.string()).nullable(),
      command: z.string().nullable(),
    }),
  ),
  outcome: OutcomeView,
  pool: Pool.nullable(),
})

const MatrixEndView = z.object({
  rule: RuleLink.nullable(),
  selector: z.string().nullable(),
  command: z.string().nullable(),
  outcome: z.enum(['claim', 'refused', 'reuse', 'shared', 'no-rule', 'wait', 'guard']),
  message: z.string().nullable(),
  pool: Pool.nullable(),
})

const Decided = answer<Extract<Evaluation, { kind: 'decided' }>>()(
  z.object({
    kind: z.literal('decided'),
    simulation: Simulation,
    tookMs: z.number(),
    claims: z
      .object({
        note: z
          .union([
            z.object({ kind: z.literal('other'), binding: BindingLink, why: z.string() }),
            z.object({ kind: z.literal('queue'), place: z.number(), why: z.string() }),
            z.object({ kind: z.enum(['unknown', 'more']), words: z.string() }),
          ])
          .nullable(),
        count: ClusterCount.nullable(),
      })
      .nullable(),
  }),
)

const MatrixEvaluation = answer<Extract<MatrixAnswer, { kind: 'evaluated' }>>()(
  z.object({ kind: z.literal('evaluated'), view: MatrixView, tookMs: z.number() }),
)

const ComparedRequest = answer<RequestComparison>()(
  z.object({
    left: SideView,
    right: SideView,
    parts: z.array(z.enum(['outcome', 'account', 'rule', 'selector', 'pool'])),
    estimated: z.boolean(),
  }),
)

const ComparedMatrix = answer<MatrixComparison>()(
  z.object({
    matrix: z.object({
      provider: z.array(z.string()),
      plan: z.array(z.string()),
      platformRegion: z.array(z.string()),
      hyperscalerRegion: z.array(z.string()),
      globalAccount: z.array(z.string()),
    }),
    combinations: z.number(),
    differences: z.array(
      z.object({
        left: MatrixEndView,
        right: MatrixEndView,
        parts: z.array(z.enum(['outcome', 'account', 'rule', 'pool'])),
        numbers: z.array(z.number()),
      }),
    ),
    estimated: z.boolean(),
  }),
)

// The parts are parsed by their queries, whose problems name the parts.
const RequestQuestion = z.object({ sides: z.unknown(), request: z.unknown() })
const MatrixQuestion = z.object({ sides: z.unknown(), matrix: z.unknown() })
const LinkQuestion = z.object({ state: z.unknown() })

/** Decisions on hypothetical requests, and links to them. */
export const SIMULATOR = {
  schemas: { Decided, MatrixEvaluation, ComparedRequest, ComparedMatrix },
  routes: [
    // Two sets of rules, or both semantics, on one request.
    compute('/simulator/compare', {
      summary: 'Compare the decisions of two sets of rules on a request',
      body: z.object({ sides: Sides, request: RequestInput }),
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: ComparedRequest },
      run: async ({ context, body }) => {
        const { sides, request } = parseInput(RequestQuestion, body)
        const { asked } = requireReadable(parseRequest(request))
        return compareRequest(context, requireReadable(await resolveSides(sides, runtime().store.db, context)), asked)
      },
    }),
    compute('/simulator/compare-matrix', {
      summary: 'List the combinations of a matrix on which two sets of rules differ',
      body: z.object({ sides: Sides, matrix: MatrixFields }),
      maxBytes: MAX_BODY_BYTES,
      answers: { 200: ComparedMatrix },
      run: async ({ context, body }) => {
        const { sides, matrix } = parseInput(MatrixQuestion, body)
        const parsed = requireReadable(parseMatrix(matrix))
        const resolved = requireReadable(await resolveSides(sides, runtime().store.db, context))
        return compareRulesOnMatrix(context, resolved, parsed.matrix)
      },
    }),
    compute('/simulator/evaluate', {
      summary: 'Evaluate a request, with the reasoning',
      body: RequestInput,
      answers: { 200: Decided },
      run: async ({ context, body }) => requireAnswer(await evaluateWithClaims(context, runtime().claims, body)),
    }),
    // Saves a state that is too long for a link, or has a draft. Equal states share one id.
    compute('/simulator/links', {
      summary: 'Save the state of a long link',
      body: z.object({ state: z.string() }),
      answers: { 201: z.object({ id: z.string() }) },
      run: async ({ user, body }) => {
        const { state } = parseInput(LinkQuestion, body)
        const { store } = runtime()
        return reply(
          { id: await saveSimulatorLink(store, user, { state, at: new Date(store.now()) }) },
          { status: 201 },
        )
      },
    }),
    // Regardless of the author of the link.
    read('/simulator/links/:id', {
      summary: 'Get the state of a saved link',
      answers: { 200: z.object({ state: z.string() }) },
      run: async ({ params: { id }, context }) => ({
        state: await getSimulatorLink(runtime().store, { id, at: new Date(context.at) }),
      }),
    }),
    compute('/simulator/matrix', {
      summary: 'Evaluate every combination of a matrix',
      body: MatrixFields.extend(MatrixSemantics.shape),
      maxBytes: 1_000_000,
      answers: { 200: MatrixEvaluation },
      run: async ({ context, body }) => requireAnswer(await evaluateMatrixInput(context, body)),
    }),
  ],
} satisfies Resource

/** Returns a parsed input. Throws RefusedRequestError with its problem. */
function requireReadable<Parsed extends object>(parsed: Parsed): Exclude<Parsed, { readonly problem: string }> {
  if ('problem' in parsed && typeof parsed.problem === 'string') throw new RefusedRequestError(400, parsed.problem)
  return parsed as Exclude<Parsed, { readonly problem: string }>
}

/** Returns an answer to a valid question. Throws RefusedRequestError with the problem of an invalid one. */
function requireAnswer<Given extends { readonly kind: string }>(
  given: Given,
): Exclude<Given, { readonly kind: 'unreadable' }> {
  if (given.kind === 'unreadable' && 'message' in given) throw new RefusedRequestError(400, String(given.message))
  return given as Exclude<Given, { readonly kind: 'unreadable' }>
}
