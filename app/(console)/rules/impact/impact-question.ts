import { sizeRefusal } from '#app/(console)/call-size.ts'
import { getAnswer } from '#app/data/call-failure.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import type { DraftQuestion } from '#lib/queries/impact/draft-impact.ts'
import type { Population } from '#lib/queries/impact/population.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import { IMPORTED_PLANS } from '../tab-drafts.ts'

/** A question about the impact. It names imported plans by id, because their text is long. */
export interface ImpactQuestion {
  readonly text: string
  readonly population: Population
  readonly person: string
  /** Id of the imported plans; null without an import. */
  readonly imported: string | null
}

/**
 * Builds the server's input with the imported plans of this tab. Throws an ApiError when both
 * exceed the size of a call.
 */
export function buildDraftQuestion({ text, population, person, imported }: ImpactQuestion): DraftQuestion {
  const question = { text, population, imported: imported === null ? null : (IMPORTED_PLANS.get(person)?.text ?? null) }
  const tooLong = sizeRefusal(question, 'The rules and the imported plans')
  if (tooLong !== null) throw new ApiError(413, tooLong)
  return question
}

/** Unwraps an answer of the server. Throws an ApiError when it is a failure. */
export async function unwrapAnswer<Answer extends { readonly kind: string }>(
  call: Promise<Answer>,
): Promise<Exclude<Answer, FailedAction | Invalid>> {
  const answer = await getAnswer(call, 'Your draft is kept.')
  if (answer.kind === 'invalid') throw new ApiError(400, 'The draft has errors. Correct them in the editor.')
  return answer as Exclude<Answer, FailedAction | Invalid>
}

interface Invalid {
  readonly kind: 'invalid'
}
