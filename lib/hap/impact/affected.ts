import { isLegalLabelValue } from '../pools/labels.ts'

/** What is known of how a cluster was requested; null for what nobody knows. */
export interface AskedFacts {
  readonly plan: string | null
  readonly provider: string | null
  readonly platformRegion: string | null
  readonly hyperscalerRegion: string | null
  readonly globalAccount: string | null
}

/** One entry of a population: a cluster, or several that were requested alike. */
export interface Asking {
  readonly asked: AskedFacts
  readonly clusters: number
}

/** How many clusters there are, and of how many global accounts; those of an unknown one are counted as clusters alone. */
export interface Tally {
  readonly clusters: number
  readonly globalAccounts: number
}

/** Of an entry whose global account nobody knows. */
export const UNKNOWN_ACCOUNT = 0

/** Entries with the numbers of their global accounts. */
export class Crowd<One extends Asking> {
  readonly ones: One[] = []
  readonly accounts: number[] = []

  add(one: One, account: number): void {
    this.ones.push(one)
    this.accounts.push(account)
  }
}

/** Gives each global account a number from 1: with many clusters most of the time would go into sets of texts, which numbers do without. */
export class AccountNumbers {
  readonly #numbers = new Map<string, number>()
  readonly #isLabel = [false]
  /** In which count each of them was met last. */
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

  /** Whether it may be the value of a label. */
  isLabel(number: number): boolean {
    return this.#isLabel[number] ?? false
  }

  /** Counts entries, and their global accounts by the numbers given here. */
  tally({ ones, accounts }: Crowd<Asking>): Tally {
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

/** Counts entries of a population. */
export function tallyOf(population: Iterable<Asking>): Tally {
  const accounts = new AccountNumbers()
  const all = new Crowd<Asking>()
  for (const one of population) all.add(one, accounts.of(one.asked.globalAccount))
  return accounts.tally(all)
}
