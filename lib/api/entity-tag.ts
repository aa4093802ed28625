import { createHash } from 'node:crypto'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { jsonResponse, type Reply, reply } from './reply.ts'

/** Formats a version as an `ETag`. */
function entityTag(version: number | string): string {
  return `"${version}"`
}

/** ETag of an answer without a version: a hash of its content. */
export function tagOfAll(answer: unknown): string {
  return entityTag(hashOf(JSON.stringify(answer)))
}

function hashOf(json: string): string {
  return createHash('sha256').update(json).digest('base64url')
}

/**
 * Reply with a versioned object; changes repeat the version in `If-Match`. It is never a 304, because
 * the body also contains data that the version does not cover.
 */
export function versioned<Body>(
  version: number | string,
  body: Body,
  { status = 200, location }: { readonly status?: number; readonly location?: string } = {},
): Reply<Body> {
  return reply(body, { status, headers: { etag: entityTag(version), ...(location !== undefined && { location }) } })
}

/** Adds an ETag of the content to a reply; the response is a 304 when `If-None-Match` contains it. */
export function taggedResponse(request: Request, { json, status, headers }: Reply<unknown>): Response {
  const tag = entityTag(hashOf(json))
  const tagged = { ...headers, etag: tag }
  const known = (request.headers.get('if-none-match') ?? '').split(',').map(each => each.trim().replace(/^W\//, ''))
  if (known.includes(tag)) return jsonResponse(null, { status: 304, headers: tagged })
  return jsonResponse(json, { status, headers: tagged })
}

/**
 * Reads the version that the client saw from `If-Match`. Throws RefusedRequestError: 428 without
 * the header, because unseen data must not be overwritten, and 400 for an invalid one. A weak tag
 * counts: proxies that compress weaken the tag on its way to the client, and it names one version.
 */
export function matchedVersion({ headers }: Request): string {
  const given = headers.get('if-match')
  if (given === null) throw new RefusedRequestError(428, NEEDED)
  const version = /^\s*(?:W\/)?"([\x21\x23-\x7e]{1,64})"\s*$/.exec(given)?.[1]
  if (version === undefined) throw new RefusedRequestError(400, NEEDED)
  return version
}

/**
 * Compares `If-Match` with the current tag; does nothing without the header. Throws
 * RefusedRequestError 412 when they differ.
 */
export async function matchIfGiven(request: Request, tagNow: () => Promise<string>): Promise<void> {
  if (!request.headers.has('if-match')) return
  if (entityTag(matchedVersion(request)) !== (await tagNow())) throw new RefusedRequestError(412, CHANGED)
}

const CHANGED = 'It has changed since. Review the change, then retry.'

/** Reads a numeric version from `If-Match`. Throws RefusedRequestError. */
export function matchedNumber(request: Request): number {
  const version = matchedVersion(request)
  if (!/^\d{1,9}$/.test(version)) throw new RefusedRequestError(400, NEEDED)
  return Number(version)
}

const NEEDED = 'If-Match: must be exactly one ETag, such as "3", from the response of a GET.'
