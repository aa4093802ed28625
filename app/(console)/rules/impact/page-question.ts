import { callTooLong } from '#app/(console)/call-size.ts'
import { answerOf } from '#app/data/answer-of.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import type { DraftQuestion } from '#lib/queries/impact/draft-impact.ts'
import type { Population } from '#lib/queries/impact/population.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import { IMPORTED_PLANS } from './kept-import.ts'

/** What the page asks: imported plans by their name, since they are long. */
export interface PageQuestion {
  readonly text: string
  readonly population: Population
  readonly person: string
  /** Id of the import; null for none. */
  readonly imported: string | null
}

/** The question as the server takes it, with the plans this tab keeps now. Throws ApiError where both are too long together. */
export function wholeQuestion({ text, population, person, imported }: PageQuestion): DraftQuestion {
  const whole = { text, population, imported: imported === null ? null : (IMPORTED_PLANS.get(person)?.text ?? null) }
  const tooLong = callTooLong(whole, 'The rules and the imported plans')
  if (tooLong !== null) throw new ApiError(413, tooLong)
  return whole
}

/** An answer to a question about a draft; why there is none is thrown. Throws ApiError. */
export async function answered<Answer extends { readonly kind: string }>(
  call: Promise<Answer>,
): Promise<Exclude<Answer, FailedAction | Invalid>> {
  const answer = await answerOf(call, 'Your draft is kept.')
  if (answer.kind === 'invalid') throw new ApiError(400, 'The draft has errors. Correct them in the editor.')
  return answer as Exclude<Answer, FailedAction | Invalid>
}

interface Invalid {
  readonly kind: 'invalid'
}
