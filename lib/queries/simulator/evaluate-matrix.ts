import { z } from 'zod'
import { countCombinations, MAX_COMBINATIONS, type Matrix, reductionAdvice } from '#lib/hap/analysis/matrix.ts'
import { MAX_FIELD_LENGTH } from '#lib/hap/request.ts'
import { SEMANTICS } from '#lib/hap/semantics.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { formatCount } from '#lib/util/format.ts'
import { type MatrixView, matrixView } from './matrix.ts'

/** What came of a matrix that was sent. */
export type MatrixAnswer =
  | { readonly kind: 'evaluated'; readonly view: MatrixView; readonly tookMs: number }
  | { readonly kind: 'unreadable'; readonly message: string }

const values = z.array(z.string().max(MAX_FIELD_LENGTH)).max(MAX_COMBINATIONS)

export const MatrixFields = z.object({
  plan: values,
  provider: values,
  platformRegion: values,
  hyperscalerRegion: values,
  globalAccount: values,
})

export const MatrixSemantics = z.object({ semantics: z.enum(SEMANTICS).nullable() })

const NOT_READ = `A matrix has a list of texts for each field, each of at most ${MAX_FIELD_LENGTH} characters.`

/** Reads a matrix from outside; or says what is wrong with it, too many combinations as well. */
export function parseMatrix(input: unknown): { readonly matrix: Matrix } | { readonly problem: string } {
  const read = MatrixFields.safeParse(input)
  if (!read.success) return { problem: NOT_READ }
  const matrix = read.data
  const advice = reductionAdvice(matrix)
  if (advice === null) return { matrix }
  const count = formatCount(countCombinations(matrix))
  const most = formatCount(MAX_COMBINATIONS)
  return { problem: `${count} combinations; at most ${most} are evaluated. ${advice}` }
}

/** Evaluates a matrix from outside, under the semantics it names or those in force. Writes nothing, and throws for nothing that is sent. */
export async function evaluateMatrixFrom(context: QueryContext, input: unknown): Promise<MatrixAnswer> {
  const named = MatrixSemantics.safeParse(input)
  const read = parseMatrix(input)
  if ('problem' in read) return { kind: 'unreadable', message: read.problem }
  if (!named.success) return { kind: 'unreadable', message: NOT_READ }
  const started = performance.now()
  const view = await matrixView({ ...context, semantics: named.data.semantics ?? context.semantics }, read.matrix)
  return { kind: 'evaluated', view, tookMs: performance.now() - started }
}
