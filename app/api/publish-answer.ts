import { problemResponse } from '#lib/http/problem-response.ts'
import type { PublishResult } from '#lib/services/rules/publish.ts'
import { entityTag } from './entity-tag.ts'

/** Converts the result of a publication, which the service has recorded, to a response. */
export function publishResponse(result: PublishResult): Response {
  switch (result.kind) {
    case 'published': {
      const { number } = result.publication
      const headers = { etag: entityTag(number), location: `/api/v1/rules/revisions/${number}` }
      return Response.json({ number }, { status: 201, headers: { ...headers, 'cache-control': 'no-store' } })
    }
    case 'conflict':
      return problemResponse(412, `Revision ${result.current?.number ?? 0} is in force. Look at it, and decide again.`)
    case 'failing':
      return problemResponse(
        409,
        `Cases fail: ${result.cases.map(({ name }) => name).join(', ')}.`.slice(0, MOST_OF_CASES),
      )
    case 'invalid':
      return problemResponse(400, result.problems.slice(0, MOST_PROBLEMS).map(ended).join(' '))
  }
}

/** Adds a full stop that separates a problem from the next one. */
function ended(problem: string): string {
  return /[.!?]$/.test(problem) ? problem : `${problem}.`
}

const MOST_OF_CASES = 2_000
const MOST_PROBLEMS = 20
