import { sameAcrossBundles } from '#lib/across-bundles.ts'

/** Seconds after which a claim that was interrupted, or not looked at in time, is worth asking for again. */
export const RETRY_AFTER = 5

/** Why a claim is refused whose cluster another open claim is for. */
export function takenWords(cluster: string | null): string {
  return `Another claim is for the cluster ${cluster}.`
}

/** A claim that could not be served as asked; `message` is fit for whoever asked. */
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
