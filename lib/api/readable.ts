import { RefusedRequestError } from '#lib/http/request-errors.ts'

/** Returns a parsed input. Throws RefusedRequestError with its problem. */
export function readable<Read extends object>(read: Read): Exclude<Read, { readonly problem: string }> {
  if ('problem' in read && typeof read.problem === 'string') throw new RefusedRequestError(400, read.problem)
  return read as Exclude<Read, { readonly problem: string }>
}

/**
 * Returns an answer to a valid question. Throws RefusedRequestError with the problem of an invalid
 * one.
 */
export function readableAnswer<Answer extends { readonly kind: string }>(
  answer: Answer,
): Exclude<Answer, { readonly kind: 'unreadable' }> {
  if (answer.kind === 'unreadable' && 'message' in answer) throw new RefusedRequestError(400, String(answer.message))
  return answer as Exclude<Answer, { readonly kind: 'unreadable' }>
}
