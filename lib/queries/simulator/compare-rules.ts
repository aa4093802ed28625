import { z } from 'zod'
import { compareMatrix, type MatrixDifference } from '#lib/hap/analysis/evaluate-matrix.ts'
import { countCombinations, type Matrix } from '#lib/hap/analysis/matrix.ts'
import type { Request } from '#lib/hap/request.ts'
import { formatRule } from '#lib/hap/rules/rule.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { type AnswerPart, answerDifference } from '#lib/hap/selection/compare-semantics.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import { type Decision, isKebEstimate } from '#lib/hap/selection/decision.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import { policyOf, SEMANTICS, type Semantics } from '#lib/hap/semantics.ts'
import { parseInput } from '#lib/input-problems.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { QueryContext } from '../query-context.ts'
import { resolveRuleset } from '../rules/revisions.ts'
import type { RuleLink } from '../rules-by-pool.ts'
import { runInSlices } from '../time-slices.ts'
import { buildMatrixEndView, type MatrixEndView, removeRepeats } from './evaluate-matrix.ts'
import { buildDecisionView, type DecisionView, type StepView } from './simulate.ts'

const Rules = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('in-force') }),
    z.object({
      kind: z.literal('draft'),
      text: z.string().max(MAX_FILE_BYTES, { error: 'The rules are longer than 1 MB.' }),
    }),
    z.object({ kind: z.literal('revision'), number: z.int().min(0).max(999_999_999) }),
  ],
  { error: 'Rules must be those in force, a draft or a revision.' },
)

const Side = z.object(
  { rules: Rules, semantics: z.enum(SEMANTICS, { error: `Semantics must be ${SEMANTICS.join(' or ')}.` }) },
  { error: 'Each side needs rules and semantics.' },
)

/** Schema of both sides of a comparison. */
export const Sides = z.object({ left: Side, right: Side }, { error: 'A comparison needs two sides.' })

/** Both sides of a comparison. */
export type SidesInput = z.infer<typeof Sides>

/** Parses the request of a page. Throws ZodError. */
function parseSides(input: unknown): SidesInput {
  return parseInput(Sides, input)
}

/**
 * Resolves the rules of both sides, or returns a sentence about a missing one. Throws ZodError,
 * StoreError.
 */
export async function resolveSides(
  input: unknown,
  db: Db,
  context: QueryContext,
): Promise<ComparedSides | { problem: string }> {
  const { left, right } = parseSides(input)
  const a = await resolveRuleset(left.rules, db, context)
  if ('problem' in a) return a
  const b = await resolveRuleset(right.rules, db, context)
  if ('problem' in b) return b
  return {
    left: { ruleset: a.ruleset, semantics: left.semantics },
    right: { ruleset: b.ruleset, semantics: right.semantics },
  }
}

/** One side of a comparison: its rules and semantics. */
interface ComparedSide {
  readonly ruleset: Ruleset
  readonly semantics: Semantics
}

interface ComparedSides {
  readonly left: ComparedSide
  readonly right: ComparedSide
}

/** Decision of one side. */
export interface SideView extends Pick<DecisionView, 'outcome' | 'pool'> {
  readonly rule: RuleLink | null
  /** Selectors of the searches that the decision made. */
  readonly selectors: readonly Pick<StepView, 'purpose' | 'requirements' | 'command'>[]
}

/** Parts that may differ between two sides. */
export type ComparedPart = AnswerPart | 'selector'

/** Decisions of both sides for one request, and their differences. */
export interface RequestComparison {
  readonly left: SideView
  readonly right: SideView
  readonly parts: readonly ComparedPart[]
  /** Whether an outcome depends on an estimate of KEB's count. */
  readonly estimated: boolean
}

/** Compares the decisions of both sides for one request. Writes nothing. */
export function compareRequest(
  context: QueryContext,
  { left, right }: ComparedSides,
  request: Request,
): RequestComparison {
  const inventory = { bindings: context.inventory.pools, usage: context.inventory.usage }
  const a = decide(request, inventory, configOf(context, left))
  const b = decide(request, inventory, configOf(context, right))
  const views = { left: sideView(a, context), right: sideView(b, context) }
  const written = ({ selectors }: SideView) => JSON.stringify(selectors.map(({ requirements }) => requirements))
  const selector = written(views.left) === written(views.right) ? [] : (['selector'] as const)
  const estimated = isKebEstimate(a.pool, left.semantics) || isKebEstimate(b.pool, right.semantics)
  // An account on one side only is a difference of the account too, besides the outcome.
  const account = 'binding' in a.outcome === 'binding' in b.outcome ? [] : (['account'] as const)
  return { ...views, parts: [...answerDifference(a, b), ...account, ...selector], estimated }
}

/** Combinations with the same difference. */
export interface MatrixDifferenceView extends Pick<MatrixDifference, 'parts' | 'numbers'> {
  readonly left: MatrixEndView
  readonly right: MatrixEndView
}

/** Differences of both sides for a matrix. */
export interface MatrixComparison {
  /** Evaluated matrix; numbers of combinations refer to it. */
  readonly matrix: Matrix
  readonly combinations: number
  readonly differences: readonly MatrixDifferenceView[]
  /** Whether a side has KEB semantics, so that equal outcomes depend on an estimate too. */
  readonly estimated: boolean
}

/**
 * Finds the combinations of a matrix in which both sides differ. Writes nothing; other requests run
 * in between.
 */
export async function compareRulesOnMatrix(
  context: QueryContext,
  { left, right }: ComparedSides,
  given: Matrix,
): Promise<MatrixComparison> {
  const matrix = removeRepeats(given)
  const inventory = { bindings: context.inventory.pools, usage: context.inventory.usage }
  const sides = { left: configOf(context, left), right: configOf(context, right) }
  const differences = await runInSlices(compareMatrix(matrix, inventory, sides))
  return {
    matrix,
    combinations: countCombinations(matrix),
    differences: differences.map(({ left, right, parts, numbers }) => ({
      left: buildMatrixEndView(left, context),
      right: buildMatrixEndView(right, context),
      parts,
      numbers,
    })),
    estimated: left.semantics === 'keb' || right.semantics === 'keb',
  }
}

function configOf({ rules, at }: QueryContext, { ruleset, semantics }: ComparedSide): SelectionConfig {
  return { ...rules, ruleset, policy: policyOf(semantics), at }
}

function sideView(decision: Decision, context: QueryContext): SideView {
  const { rule } = decision
  const { outcome, pool, steps } = buildDecisionView(decision, context)
  return {
    outcome,
    pool,
    rule: rule && { no: rule.index + 1, text: formatRule(rule) },
    selectors: steps
      .filter(({ reached }) => reached)
      .map(({ purpose, requirements, command }) => ({ purpose, requirements, command })),
  }
}
