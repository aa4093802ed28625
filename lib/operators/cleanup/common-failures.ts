/** Accounts in a row that have to fail before that is taken for no reason of theirs. */
const MANY = 5

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
    if (failed.size < MANY) failed.add(account)
    return failed.size >= MANY
  }
}
