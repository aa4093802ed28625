import { RefusedRequestError } from './problem.ts'

/** The version of something as `ETag` has it. */
export function entityTag(version: number | string): string {
  return `"${version}"`
}

/** An answer of something with a version: 304 without it for who has that version already (`If-None-Match`). */
export function taggedAnswer(request: Request, tag: string, body: unknown): Response {
  const headers = { etag: tag, 'cache-control': 'no-store' }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map(each => each.trim().replace(/^W\//, ''))
  if (known.includes(tag)) return new Response(null, { status: 304, headers })
  return Response.json(body, { headers })
}

/**
 * The version that somebody looked at who changes it, from `If-Match`. Throws RefusedRequestError: 428 without one, since nobody
 * changes what they have not seen.
 */
export function matchedVersion({ headers }: Request): string {
  const given = headers.get('if-match')
  if (given === null) throw new RefusedRequestError(428, NEEDED)
  const version = /^\s*"([\x21\x23-\x7e]{1,64})"\s*$/.exec(given)?.[1]
  if (version === undefined) throw new RefusedRequestError(400, NEEDED)
  return version
}

/** The same where versions are counted. */
export function matchedNumber(request: Request): number {
  const version = matchedVersion(request)
  if (!/^\d{1,9}$/.test(version)) throw new RefusedRequestError(400, NEEDED)
  return Number(version)
}

const NEEDED = 'If-Match: must be the one ETag of what was looked at, such as "3". GET tells it.'
