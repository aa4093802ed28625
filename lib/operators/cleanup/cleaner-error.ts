/** Class of a failure of a provider, as far as retries depend on it. */
export type CleanerFailure =
  /** The provider rejects the credentials. */
  | 'credentials'
  /** The credentials lack a permission. */
  | 'forbidden'
  /** The provider limits the rate of requests. */
  | 'throttled'
  /** The provider did not answer or failed; also for a region or zone that it could not list. */
  | 'unavailable'
  /** The provider refuses because the resource is in use or locked. */
  | 'refused'
  /** The account is protected from cleaning. */
  | 'protected'
  /** Unknown answer. */
  | 'unexpected'

/** Failure of a provider. The message contains nothing from the provider except error codes. */
export class CleanerError extends Error {
  override readonly name = 'CleanerError'
  readonly failure: CleanerFailure
  /** Error code of the provider, `DependencyViolation`; null without a valid one. */
  readonly code: string | null
  /** Pause that the provider requests, in milliseconds; null = none. */
  readonly retryAfterMs: number | null

  /** `doing` continues `could not …`; `because` is a clause. */
  constructor(
    failure: CleanerFailure,
    doing: string,
    because: string,
    more: { readonly code?: string | null; readonly retryAfterMs?: number | null } = {},
  ) {
    const { code = null, retryAfterMs = null } = more
    const shown = code !== null && CODE.test(code) ? code : null
    super(`Could not ${doing}: ${because}${shown === null ? '' : ` (${shown})`}.`)
    this.failure = failure
    this.code = shown
    this.retryAfterMs = retryAfterMs
  }
}

/** An error code is one word; longer text may quote the request. */
const CODE = /^[A-Za-z][A-Za-z0-9._]{1,59}$/

/** Reason of a failure as a clause, beside its error code. */
export const FAILURE_MESSAGES: Readonly<Record<Exclude<CleanerFailure, 'protected'>, string>> = {
  credentials: 'the provider does not accept the credentials of the account',
  forbidden: 'the credentials of the account do not permit it',
  throttled: 'the provider limits requests',
  unavailable: 'the provider reports an internal failure',
  refused: 'the provider refuses while another resource depends on it',
  unexpected: 'the provider gave an unexpected answer',
}

/** Whether a retry may succeed without a change of the account. */
export function isTransientFailure({ failure }: CleanerError): boolean {
  return failure === 'throttled' || failure === 'unavailable'
}

/** Consecutive failing accounts that count as a common failure. */
const COMMON_AFTER = 5

/**
 * Detects failures that all accounts of a provider share, for example by a proxy that refuses
 * everything; these must not quarantine a whole pool.
 */
export class CommonFailures {
  /** Accounts per provider that failed since the last success of any account of it. */
  readonly #failed = new Map<string, Set<string>>()

  /** Records the result of an inspection. Returns whether its failure is common. */
  note(provider: string, account: string, hasFailed: boolean): boolean {
    if (!hasFailed) {
      this.#failed.delete(provider)
      return false
    }
    const failed = this.#failed.get(provider) ?? new Set()
    this.#failed.set(provider, failed)
    // Bounded by the threshold.
    if (failed.size < COMMON_AFTER) failed.add(account)
    return failed.size >= COMMON_AFTER
  }
}
