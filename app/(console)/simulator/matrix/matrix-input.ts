import { z } from 'zod'
import { countCombinations, MOST_COMBINATIONS } from '#lib/hap/matrix/matrix.ts'
import { MOST_OF_FIELD } from '#lib/hap/request.ts'
import { SEMANTICS } from '#lib/hap/semantics/policy.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { type MatrixView, matrixView } from '#lib/queries/simulator/matrix.ts'
import { adviceOn } from './matrix-text.ts'

/** What came of a matrix that was sent. */
export type MatrixAnswer =
  | { readonly kind: 'evaluated'; readonly view: MatrixView; readonly tookMs: number }
  | { readonly kind: 'unreadable'; readonly message: string }

const values = z.array(z.string().max(MOST_OF_FIELD)).max(MOST_COMBINATIONS)

const MatrixInput = z.object({
  plan: values,
  provider: values,
  platformRegion: values,
  hyperscalerRegion: values,
  globalAccount: values,
  semantics: z.enum(SEMANTICS).nullable(),
})

/** Evaluates a matrix from outside, under the semantics it names or those in force. Writes nothing, and throws for nothing that is sent. */
export async function matrixAnswer(context: QueryContext, input: unknown): Promise<MatrixAnswer> {
  const read = MatrixInput.safeParse(input)
  if (!read.success) {
    const message = `A matrix has a list of texts for each field, each of at most ${MOST_OF_FIELD} characters.`
    return { kind: 'unreadable', message }
  }
  const { semantics, ...matrix } = read.data
  const advice = adviceOn(matrix)
  if (advice !== null) {
    const count = countCombinations(matrix).toLocaleString('en')
    const most = MOST_COMBINATIONS.toLocaleString('en')
    return { kind: 'unreadable', message: `${count} combinations; at most ${most} are evaluated. ${advice}` }
  }
  const started = performance.now()
  const view = await matrixView({ ...context, semantics: semantics ?? context.semantics }, matrix)
  return { kind: 'evaluated', view, tookMs: performance.now() - started }
}
