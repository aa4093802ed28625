import type { Clock } from '#embedded-garden/clock.ts'
import { badRequest, expired, futureVersion } from '#embedded-garden/http/errors.ts'
import type { Resource } from '#embedded-garden/resource.ts'
import { matchesFields } from '#embedded-garden/selectors/field-selector.ts'
import { matchesLabels } from '#embedded-garden/selectors/label-selector.ts'
import type { Collection } from '#embedded-garden/storage/collection.ts'
import type { Store } from '#embedded-garden/storage/store.ts'
import { prefixOf, type Stored } from '#embedded-garden/storage/stored.ts'
import type { ListOptions } from './options.ts'

export interface Page {
  readonly objects: readonly Stored[]
  /** resourceVersion of the list. */
  readonly revision: number
  readonly continueToken: string | null
  /** Number of objects after this page; null with selectors. */
  readonly remaining: number | null
}

/** Reads the requested page of a list. Throws 410 when its snapshot was compacted, 400 for an invalid token. */
export function readPage(store: Store, resource: Resource, namespace: string, options: ListOptions): Page {
  const collection = store.collection(resource.storage)
  const prefix = prefixOf(namespace)
  if (options.continueToken) return continued(store, collection, prefix, options)
  const exact = options.match === 'Exact' || (options.limit > 0 && options.match === null && !!options.revision)
  if (exact && options.revision) {
    if (isCompacted(store, options.revision)) throw expired('The resourceVersion for the provided list is too old.')
    const snapshot = collection.at(options.revision, prefix)
    if (!snapshot) throw expired('The resourceVersion for the provided list is too old.')
    return cut(snapshot, options, prefix, options.revision)
  }
  const limited = options.revision === 0 ? { ...options, limit: 0 } : options
  return cut(collection.entries(prefix), limited, prefix, store.revision, collection.count(prefix))
}

function continued(store: Store, collection: Collection, prefix: string, options: ListOptions): Page {
  const { revision, start } = decodeContinuation(options.continueToken)
  const from = prefix + start
  if (revision < 0 || revision === store.revision) {
    const rest = [...collection.entries(prefix, from)]
    return cut(rest, options, prefix, store.revision)
  }
  const snapshot = isCompacted(store, revision) ? null : collection.at(revision, prefix)
  if (!snapshot)
    throw expired(
      'The continue token is too old for a consistent list. Begin a new list, or go on at the present state with the token in this answer.',
      encodeContinuation({ revision: -1, start }),
    )
  return cut(
    snapshot.filter(stored => stored.key >= from),
    options,
    prefix,
    revision,
  )
}

function isCompacted(store: Store, revision: number): boolean {
  return revision < store.compactedRevision
}

function cut(
  candidates: Iterable<Stored>,
  options: ListOptions,
  prefix: string,
  revision: number,
  known?: number,
): Page {
  const plain = options.labels.length === 0 && options.fields.length === 0
  const objects: Stored[] = []
  let seen = 0
  for (const stored of candidates) {
    if (options.limit > 0 && objects.length === options.limit) {
      const last = objects[objects.length - 1]
      const total = known ?? (Array.isArray(candidates) ? candidates.length : 0)
      return {
        objects,
        revision,
        continueToken: encodeContinuation({ revision, start: `${last?.key.slice(prefix.length) ?? ''}\0` }),
        remaining: plain ? total - seen : null,
      }
    }
    seen++
    if (plain || (matchesLabels(options.labels, stored.labels) && matchesFields(options.fields, stored)))
      objects.push(stored)
  }
  return { objects, revision, continueToken: null, remaining: null }
}

/** Time that a real server waits for a future resourceVersion. */
const FUTURE_WAIT_MS = 3_000
const STEP_MS = 50

/** Waits until the store has reached `revision`. Throws 504 when that does not happen in time. */
export async function waitForRevision(store: Store, revision: number | null, clock: Clock): Promise<void> {
  if (revision === null) return
  for (let waited = 0; store.revision < revision; waited += STEP_MS) {
    if (waited >= FUTURE_WAIT_MS) throw futureVersion(revision, store.revision)
    await clock.sleep(STEP_MS)
  }
}

/** The position at which a list continues. */
interface Continuation {
  /** The revision of the list's snapshot; -1 = the present one. */
  readonly revision: number
  /** The first key, without the namespace prefix of the list. */
  readonly start: string
}

const VERSION = 'meta.k8s.io/v1'

/** Encodes the position as an opaque token. */
export function encodeContinuation({ revision, start }: Continuation): string {
  return Buffer.from(JSON.stringify({ v: VERSION, rv: revision, start })).toString('base64url')
}

/** Throws 400 for tokens that encodeContinuation() did not create. */
export function decodeContinuation(token: string): Continuation {
  try {
    const { v, rv, start } = JSON.parse(Buffer.from(token, 'base64url').toString()) as Record<string, unknown>
    if (v === VERSION && Number.isSafeInteger(rv) && typeof start === 'string' && start !== '')
      return { revision: rv as number, start }
  } catch {
    // Continues to the error for all unreadable tokens.
  }
  throw badRequest('invalid continue token: it was not issued by this server')
}
