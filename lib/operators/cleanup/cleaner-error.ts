/** Why a provider did not do what it was asked for, as far as it matters to whoever tries again. */
export type CleanerFailure =
  /** It does not take the credentials. */
  | 'credentials'
  /** The credentials lack a permission. */
  | 'forbidden'
  /** It was asked too often. */
  | 'throttled'
  /** It did not answer, or with a failure of its own; also a region or zone that it could not list. */
  | 'unavailable'
  /** It refuses: something else uses the resource, a lock is on it. */
  | 'refused'
  /** The account must not be cleaned. */
  | 'protected'
  /** It answered something that nobody foresaw. */
  | 'unexpected'

/** What went wrong with a provider, in words that contain nothing it said but error codes. */
export class CleanerError extends Error {
  override readonly name = 'CleanerError'
  readonly failure: CleanerFailure
  /** Error code of the provider, `DependencyViolation`; null when it gave none that is one. */
  readonly code: string | null
  /** When the provider wants to be asked again, in milliseconds; null = it did not say. */
  readonly retryAfterMs: number | null

  /** `doing`: as in `could not …`; `because`: a clause. */
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

/** An error code is a word; anything longer may quote what was sent. */
const CODE = /^[A-Za-z][A-Za-z0-9._]{1,59}$/

/** Why a provider did not do it, as a clause, where its error code tells no more. */
export const FAILURE_MESSAGES: Readonly<Record<Exclude<CleanerFailure, 'protected'>, string>> = {
  credentials: 'the provider does not accept the credentials of the account',
  forbidden: 'the credentials of the account do not permit it',
  throttled: 'the provider asks for fewer requests',
  unavailable: 'the provider has a failure of its own',
  refused: 'the provider refuses while something else depends on it',
  unexpected: 'the provider gave an answer that this cleaner does not know',
}

/** Whether the same may succeed soon without anybody doing anything about the account. */
export function isTransientFailure({ failure }: CleanerError): boolean {
  return failure === 'throttled' || failure === 'unavailable'
}

/** Accounts in a row that have to fail before that is taken for no reason of theirs. */
const COMMON_AFTER = 5

/**
 * Tells a failure of one account from one that all accounts of a provider meet at the moment, such as a proxy in between that
 * refuses everything: that must not put a whole pool into quarantine.
 */
export class CommonFailures {
  /** By provider: the accounts that failed since one of it last succeeded. */
  readonly #failed = new Map<string, Set<string>>()

  /** Notes how a look ended. Out: whether a failure is one that many accounts share. */
  note(provider: string, account: string, hasFailed: boolean): boolean {
    if (!hasFailed) {
      this.#failed.delete(provider)
      return false
    }
    const failed = this.#failed.get(provider) ?? new Set()
    this.#failed.set(provider, failed)
    // Enough to know; accounts that failed long ago need not be kept.
    if (failed.size < COMMON_AFTER) failed.add(account)
    return failed.size >= COMMON_AFTER
  }
}
