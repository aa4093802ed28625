import { MOMENT_HEADER, momentOf, parseMoment, streamOf } from '#lib/util/moment.ts'
import { SharedAnswers } from './shared-answers.ts'
import { STREAM_SUBJECTS } from './stream-subjects.ts'

const ANSWERS = new SharedAnswers(() => performance.now())

/**
 * JSON response of `make`, which may depend on the address, the context's inventory and rules, and
 * `other`, but not on the user. Pages that fetch after the same change share a response; other
 * requests compute their own.
 */
export function sharedAnswer(
  request: Request,
  context: Parameters<typeof momentOf>[0],
  make: () => unknown,
  other: unknown = null,
): Response {
  const text = request.headers.get(MOMENT_HEADER)
  const heard = parseMoment(text)
  if (text === null || heard === null) return Response.json(make(), { headers: { 'cache-control': 'no-store' } })
  const { pathname, search } = new URL(request.url)
  const question = `${pathname}${search}`
  const stream = streamOf(text)
  if (stream !== null) STREAM_SUBJECTS.ask(stream, question)
  const json = ANSWERS.get(question, heard, { moment: momentOf(context), other }, make)
  // Sharing a compressed body does not work: Next.js drops the content-encoding of a route and
  // compresses again.
  return new Response(json, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
}
