import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

/** Seconds after which a claim that was interrupted, or not looked at in time, is worth asking for again. */
export const RETRY_AFTER = 5

/** Seconds. A person has to correct the credentials of the account, or its claims, before a retry can succeed. */
export const REFUSED_RETRY_AFTER = 60

/** Why a claim is refused whose cluster another open claim is for. */
export function takenMessage(cluster: string | null): string {
  return `Another claim already names the cluster ${cluster}.`
}

/**
 * The error for an unknown id. An invalid id is not repeated, as it may have any length and the
 * message is recorded.
 */
export function unknownClaim(id: string): ClaimError {
  const which = /^[\x21-\x7e]{1,64}$/.test(id) ? `claim ${id}` : 'such claim'
  return new ClaimError(
    404,
    `There is no ${which}. The answer to a claim has its id ("hap claim" prints it), and so have its entries in the console's Audit.`,
  )
}

/** Why an own account with claims of other tenants cannot be assigned, and what to do. */
export function foreignMessage(binding: string): string {
  return `The account of ${binding} belongs to this global account, and a claim of another one, or for a shared account, is open on it. Release that claim, or correct the labels of ${binding}, then ask again with the same Idempotency-Key.`
}

/** A claim cannot be served as asked; `message` is fit for the caller. */
export class ClaimError extends Error {
  static {
    sameAcrossBundles(ClaimError, 'ClaimError')
  }

  override readonly name: string = 'ClaimError'
  readonly status: 403 | 404 | 409 | 422 | 503
  /** Seconds after which it is worth to ask again. */
  readonly retryAfter: number | null

  constructor(status: ClaimError['status'], message: string, retryAfter: number | null = null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
    this.retryAfter = retryAfter
  }
}
