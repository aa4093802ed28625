import { isLegalLabelValue } from '../pools/labels.ts'

/** Known parts of a cluster's request; null for unknown ones. */
export interface KnownRequest {
  readonly plan: string | null
  readonly provider: string | null
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
  readonly globalAccount: string | null
}

/** Entry of a population: one cluster, or several with equal requests. */
export interface PopulationEntry {
  readonly asked: KnownRequest
  readonly clusters: number
}

/**
 * Number of clusters and of their global accounts; clusters of an unknown account count as clusters
 * only.
 */
export interface Tally {
  readonly clusters: number
  readonly globalAccounts: number
}

/** Number of an unknown global account. */
export const UNKNOWN_ACCOUNT = 0

/** Entries with the numbers of their global accounts. */
export class EntryGroup<One extends PopulationEntry> {
  readonly ones: One[] = []
  readonly accounts: number[] = []

  add(one: One, account: number): void {
    this.ones.push(one)
    this.accounts.push(account)
  }
}

/**
 * Numbers global accounts from 1. With many clusters, sets of texts would dominate the runtime;
 * numbers index arrays.
 */
export class AccountNumbers {
  readonly #numbers = new Map<string, number>()
  readonly #isLabel = [false]
  /** Last count that included each number. */
  readonly #met = [0]
  #counts = 0

  get size(): number {
    return this.#isLabel.length
  }

  of(account: string | null): number {
    if (!account) return UNKNOWN_ACCOUNT
    const known = this.#numbers.get(account)
    if (known !== undefined) return known
    const number = this.#isLabel.length
    this.#numbers.set(account, number)
    this.#isLabel.push(isLegalLabelValue(account))
    this.#met.push(0)
    return number
  }

  /** Whether the account is a legal label value. */
  isLabel(number: number): boolean {
    return this.#isLabel[number] ?? false
  }

  /** Counts entries and their global accounts. */
  tally({ ones, accounts }: EntryGroup<PopulationEntry>): Tally {
    const count = ++this.#counts
    let clusters = 0
    let globalAccounts = 0
    for (const one of ones) clusters += one.clusters
    for (const account of accounts) {
      if (account === UNKNOWN_ACCOUNT || this.#met[account] === count) continue
      this.#met[account] = count
      globalAccounts++
    }
    return { clusters, globalAccounts }
  }
}

/** Counts the entries of a population. */
export function tallyOf(population: Iterable<PopulationEntry>): Tally {
  const accounts = new AccountNumbers()
  const all = new EntryGroup<PopulationEntry>()
  for (const one of population) all.add(one, accounts.of(one.asked.globalAccount))
  return accounts.tally(all)
}
