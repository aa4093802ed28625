import type { ConditionCause } from '#lib/hap/pools/account-condition.ts'
import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

/**
 * What a retry does about each kind of error. `transient`: the operation may succeed later without a change by a person; a
 * conflict only after the object is read again. `refusal`: the server understood the request and refuses it; credentials, role or
 * object have to change. `absent`: the object or its kind does not exist. `unclear`: the answer makes no sense.
 */
const CLASSES = {
  unreachable: 'transient',
  timeout: 'transient',
  unauthenticated: 'refusal',
  forbidden: 'refusal',
  'not-found': 'absent',
  'not-served': 'absent',
  conflict: 'transient',
  gone: 'transient',
  invalid: 'refusal',
  throttled: 'transient',
  unavailable: 'transient',
  unexpected: 'unclear',
} as const

export type GardenErrorKind = keyof typeof CLASSES

/** Whether a failed write may have happened. No error proves that it did: `unknown` requires a read. */
type Certainty = 'no' | 'unknown'

/**
 * Causes of a 403 other than the role (Gardener: resource reference manager). `restored`: the
 * console itself refuses, see patchBinding.
 */
export type Obstacle = ConditionCause | 'in-use' | 'admission' | 'restored'

/** A permission that a role lacks. */
export interface Permission {
  readonly verb: string
  readonly resource: string
  readonly group: string
  readonly namespace: string | null
}

interface GardenFailure {
  readonly kind: GardenErrorKind
  /** The operation, as it follows "could not": `list shoots in garden-kyma`. */
  readonly doing: string
  /** Cause and advice, with `serverMessage`. */
  readonly because: string
  /** Message of the server for a refused write, shortened and without secrets. */
  readonly serverMessage?: string
  /** HTTP status; null when there was no answer. */
  readonly status?: number
  /** Machine-readable: the reason of the Status object, or the code of the network error. */
  readonly reason?: string
  readonly retryAfterMs?: number
  /** On `forbidden`: the missing permission, if known. */
  readonly permission?: Permission
  /** On `forbidden`: the cause, if not the role. */
  readonly obstacle?: Obstacle
  /** A write without an answer: it may have happened. */
  readonly outcomeUnknown?: boolean
}

/** The error of every request to Gardener or Kubernetes. `message` is fit for a page. */
export class GardenError extends Error {
  static {
    sameAcrossBundles(GardenError, 'GardenError')
  }

  override readonly name = 'GardenError'
  readonly kind: GardenErrorKind
  readonly doing: string
  readonly because: string
  readonly serverMessage: string | null
  readonly status: number | null
  readonly reason: string | null
  readonly retryAfterMs: number | null
  readonly permission: Permission | null
  readonly obstacle: Obstacle | null
  /** Certainty of a failed write; meaningless for a read. */
  readonly certainty: Certainty

  constructor(failure: GardenFailure, options?: ErrorOptions) {
    super(`Could not ${failure.doing}: ${failure.because}`, options)
    this.kind = failure.kind
    this.doing = failure.doing
    this.because = failure.because
    this.serverMessage = failure.serverMessage ?? null
    this.status = failure.status ?? null
    this.reason = failure.reason ?? null
    this.retryAfterMs = failure.retryAfterMs ?? null
    this.permission = failure.permission ?? null
    this.obstacle = failure.obstacle ?? null
    this.certainty = certaintyOf(failure)
  }

  /** Whether a retry may succeed without a change by a person. */
  get isTransient(): boolean {
    return CLASSES[this.kind] === 'transient'
  }

  /** Whether the server refuses the request: its credentials, its role or its content. */
  get isRefusal(): boolean {
    return CLASSES[this.kind] === 'refusal'
  }
}

/** A failing server (5xx) or a lost answer may have committed the write. */
function certaintyOf({ kind, status, outcomeUnknown }: GardenFailure): Certainty {
  if (outcomeUnknown) return 'unknown'
  if (status === undefined) return kind === 'unexpected' ? 'unknown' : 'no'
  return status >= 500 || status === 408 ? 'unknown' : 'no'
}

/** Adds the server's message to a cause. */
export function withServerMessage(because: string, message: string | null): string {
  if (message === null) return because
  return `${because} Message of the server: ${/[.!?…]$/.test(message) ? message : `${message}.`}`
}

/** Describes a permission: `"list" on shoots.core.gardener.cloud in garden-kyma`. */
export function describePermission({ verb, resource, group, namespace }: Permission): string {
  return `"${verb}" on ${resource}${group === '' ? '' : `.${group}`}${namespace === null ? '' : ` in ${namespace}`}`
}

/** Whether a create failed because the object exists (409 AlreadyExists). */
export function isAlreadyThere(error: unknown): error is GardenError {
  return error instanceof GardenError && error.reason === 'AlreadyExists'
}

/** Whether the write met another version or another object of the name (409, 422). */
export function isConflict(error: unknown): error is GardenError {
  return error instanceof GardenError && error.kind === 'conflict'
}

/** Whether the server serves the resource but has no such object (404). */
export function isNotFound(error: unknown): error is GardenError {
  return error instanceof GardenError && error.kind === 'not-found'
}

/**
 * Whether the server does not serve the resource (404), as after a kind was removed. That says
 * nothing about its objects.
 */
export function isNotServed(error: unknown): error is GardenError {
  return error instanceof GardenError && error.kind === 'not-served'
}

/**
 * Whether the handshake failed because client or server does not trust the other's certificate, so
 * that the request was not sent.
 */
export function isHandshakeFailure(error: unknown): boolean {
  if (!(error instanceof GardenError) || error.kind !== 'unreachable') return false
  return error.certainty === 'no' && error.reason !== null && TRUST.test(error.reason)
}

/** The answer of a request, or null when the object does not exist. Throws other errors. */
export async function nullIfNotFound<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** The error of a request without an answer: no connection, no trust, or a broken connection. */
export function connectionFailure(doing: string, server: string, cause: unknown, outcomeUnknown: boolean): GardenError {
  const reason = codeOf(cause)
  return new GardenError({
    kind: 'unreachable',
    doing,
    because: `${describeCause(reason)} (${server}).${adviceFor(reason)}`,
    outcomeUnknown,
    ...(reason === null ? {} : { reason }),
  })
}

/** The error of a request that timed out. */
export function timeoutFailure(doing: string, server: string, ms: number, outcomeUnknown: boolean): GardenError {
  const kept = outcomeUnknown ? ' Whether it happened is not known.' : ''
  const because = `no answer from ${server} within ${ms / 1000} s.${kept}`
  return new GardenError({ kind: 'timeout', doing, because, outcomeUnknown })
}

function codeOf(cause: unknown): string | null {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/.test(code) ? code : null
}

function describeCause(code: string | null): string {
  if (code === null) return 'the connection broke'
  const known = CAUSES.get(code)
  if (known !== undefined) return known
  return TRUST.test(code) ? 'the certificate of the server is not trusted' : `the connection broke, ${code}`
}

function adviceFor(code: string | null): string {
  if (code === null || !TRUST.test(code)) return ''
  return ' Check certificate-authority and server in the kubeconfig.'
}

/** Codes of Node's TLS checks for a server that the kubeconfig does not trust. */
const TRUST = /CERT|SIGNATURE|ISSUER|SELF_SIGNED|ALTNAME|^ERR_TLS|^ERR_SSL|EPROTO|CRL/

const CAUSES: ReadonlyMap<string, string> = new Map([
  ['ECONNREFUSED', 'nothing answers at that address'],
  ['ENOTFOUND', 'that host name is not known'],
  ['EAI_AGAIN', 'the name service does not answer'],
  ['EHOSTUNREACH', 'that address cannot be reached'],
  ['ENETUNREACH', 'that network cannot be reached'],
  ['ETIMEDOUT', 'that address does not answer'],
  ['ECONNRESET', 'the connection was cut'],
  ['EPIPE', 'the connection was cut'],
  ['ECONNABORTED', 'the connection was cut'],
  ['ERR_INVALID_CHAR', 'the token has a character that no request can carry, such as a line break'],
])
