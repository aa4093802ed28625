import { createHash } from 'node:crypto'
import { RefusedRequestError } from '#lib/http/request-errors.ts'

/** The version of something as `ETag` has it. */
export function entityTag(version: number | string): string {
  return `"${version}"`
}

/** The tag of something without a version: of all it says. */
export function tagOfAll(answer: unknown): string {
  return entityTag(createHash('sha256').update(JSON.stringify(answer)).digest('base64url'))
}

/** An answer of something with a version, which a change names in `If-Match`. It is never left out: what stands beside it changes without it. */
export function versionedAnswer(version: number, body: unknown): Response {
  return Response.json(body, { headers: { etag: entityTag(version), 'cache-control': 'no-store' } })
}

/** An answer with the tag of all it says: 304 without it for who has just that already (`If-None-Match`). */
export function taggedAnswer(request: Request, body: unknown): Response {
  const tag = tagOfAll(body)
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

/**
 * Refuses who looked at something else than it is now, if they say at what: without `If-Match` nothing is compared. Throws
 * RefusedRequestError, with 412 for another version.
 */
export async function matchIfGiven(request: Request, tagNow: () => Promise<string>): Promise<void> {
  if (!request.headers.has('if-match')) return
  if (entityTag(matchedVersion(request)) !== (await tagNow())) throw new RefusedRequestError(412, CHANGED)
}

const CHANGED = 'It has changed since. Look at it, and decide again.'

/** The same where versions are counted. */
export function matchedNumber(request: Request): number {
  const version = matchedVersion(request)
  if (!/^\d{1,9}$/.test(version)) throw new RefusedRequestError(400, NEEDED)
  return Number(version)
}

const NEEDED = 'If-Match: must be the one ETag of what was looked at, such as "3". GET tells it.'
