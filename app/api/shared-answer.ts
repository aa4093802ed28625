import { MOMENT_HEADER, momentOf, parseMoment, streamOf } from '#lib/util/moment.ts'
import { SharedAnswers } from './shared-answers.ts'
import { STREAM_SUBJECTS } from './stream-subjects.ts'

const ANSWERS = new SharedAnswers(() => performance.now())

/**
 * The JSON of `make`, which depends on the address, on the context's inventory and rules, and on `other`, and not on who asks. Pages that heard of the same
 * change share it; everybody else gets one of their own.
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
  // Not compressed once for all: Next.js drops the content-encoding of a route, and would compress it again.
  return new Response(json, { headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })
}
