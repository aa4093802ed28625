import { sameAcrossBundles } from '#lib/across-bundles.ts'
import type { ConditionCause } from '#lib/hap/pools/account-condition.ts'

const GARDEN_ERROR_KINDS = [
  'unreachable',
  'timeout',
  'unauthenticated',
  'forbidden',
  'not-found',
  'not-served',
  'conflict',
  'gone',
  'invalid',
  'throttled',
  'unavailable',
  'unexpected',
] as const

export type GardenErrorKind = (typeof GARDEN_ERROR_KINDS)[number]

/**
 * What beside the role makes Gardener answer 403 (Gardener: resource reference manager). `restored`: the console itself does not
 * write the binding, see patchBinding.
 */
export type Obstacle = ConditionCause | 'in-use' | 'admission' | 'restored'

/** What a role would have to allow. */
export interface Permission {
  readonly verb: string
  readonly resource: string
  readonly group: string
  readonly namespace: string | null
}

interface GardenFailure {
  readonly kind: GardenErrorKind
  /** What we were doing, as it follows "could not": `list shoots in garden-kyma`. */
  readonly doing: string
  /** Cause and advice in our own words; no text of the server. */
  readonly because: string
  /** HTTP status; null when there was no answer. */
  readonly status?: number
  /** Machine-readable: the reason of the Status object, or the code of the network error. */
  readonly reason?: string
  readonly retryAfterMs?: number
  /** On `forbidden`: what is missing, as far as it is known. */
  readonly permission?: Permission
  /** On `forbidden`: what it was, when it was not the role. */
  readonly obstacle?: Obstacle
  /** A write was sent and its answer never came: it may have happened. */
  readonly outcomeUnknown?: boolean
}

/** The one error of every request to Gardener or Kubernetes. `message` is fit for a page. */
export class GardenError extends Error {
  static {
    sameAcrossBundles(GardenError, 'GardenError')
  }

  override readonly name = 'GardenError'
  readonly kind: GardenErrorKind
  readonly doing: string
  readonly because: string
  readonly status: number | null
  readonly reason: string | null
  readonly retryAfterMs: number | null
  readonly permission: Permission | null
  readonly obstacle: Obstacle | null
  readonly outcomeUnknown: boolean

  constructor(failure: GardenFailure, options?: ErrorOptions) {
    super(`Could not ${failure.doing}: ${failure.because}`, options)
    this.kind = failure.kind
    this.doing = failure.doing
    this.because = failure.because
    this.status = failure.status ?? null
    this.reason = failure.reason ?? null
    this.retryAfterMs = failure.retryAfterMs ?? null
    this.permission = failure.permission ?? null
    this.obstacle = failure.obstacle ?? null
    this.outcomeUnknown = failure.outcomeUnknown ?? false
  }
}

/** A permission in words, `"list" on shoots.core.gardener.cloud in garden-kyma`. */
export function describePermission({ verb, resource, group, namespace }: Permission): string {
  return `"${verb}" on ${resource}${group === '' ? '' : `.${group}`}${namespace === null ? '' : ` in ${namespace}`}`
}

/** Whether a create failed because an object of that name exists (409 AlreadyExists). */
export function isAlreadyThere(error: unknown): error is GardenError {
  return error instanceof GardenError && error.reason === 'AlreadyExists'
}

/** Whether the server serves the resource, and has no such object (404). */
export function isNotFound(error: unknown): error is GardenError {
  return error instanceof GardenError && error.kind === 'not-found'
}

/** Whether the server does not serve the resource at all (404), as after a kind was removed: that says nothing of its objects. */
export function isNotServed(error: unknown): error is GardenError {
  return error instanceof GardenError && error.kind === 'not-served'
}
