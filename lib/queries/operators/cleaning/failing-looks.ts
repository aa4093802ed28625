import { compareText } from '#lib/hap/text/text.ts'
import type { CleaningRow } from './cleaning-list.ts'
import { failureAdvice } from './failure-advice.ts'

/** Accounts that cannot be cleaned as things are. */
export interface FailingLooks {
  readonly accounts: number
  /** By provider and reason, those with most accounts first; what is not worth a line of its own is only in the number. */
  readonly alike: readonly FailingAlike[]
}

/** Accounts of a provider whose latest looks failed with the same words. */
interface FailingAlike {
  readonly provider: string
  /** What the looks came to, and what to do about it: sentences. */
  readonly reason: string
  readonly advice: string
  readonly accounts: number
  /** Whether this is so of each account of the provider that was looked at, and there are several. */
  readonly all: boolean
}

type Looked = Pick<CleaningRow, 'cleaner' | 'failing' | 'reason' | 'evidence'>

/** Reasons that name a resource differ from account to account. */
const MOST_LINES = 3

/** Each account has a Secret of its own, which Gardener's refusals name; the first one stands for all. */
const OF_ONE = /^Could not get [^:]+:/

export function failingLooks(rows: readonly Looked[]): FailingLooks {
  const looked = new Map<string, number>()
  const groups = new Map<string, { provider: string; reason: string; accounts: number }>()
  for (const { cleaner: provider, failing, reason, evidence } of rows) {
    if (provider === null || (!failing && evidence === null)) continue
    looked.set(provider, (looked.get(provider) ?? 0) + 1)
    if (!failing || reason === null) continue
    const key = `${provider} ${reason.replace(OF_ONE, '')}`
    const group = groups.get(key) ?? { provider, reason, accounts: 0 }
    groups.set(key, { ...group, accounts: group.accounts + 1 })
  }
  const alike = [...groups.values()].map(group => {
    const all = group.accounts > 1 && group.accounts === looked.get(group.provider)
    return { ...group, advice: failureAdvice(group.reason, all), all }
  })
  return {
    accounts: alike.reduce((sum, { accounts }) => sum + accounts, 0),
    alike: alike
      .sort((a, b) => b.accounts - a.accounts || compareText(a.provider + a.reason, b.provider + b.reason))
      .slice(0, MOST_LINES),
  }
}
