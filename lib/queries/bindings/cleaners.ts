import { UNVERIFIABLE } from '#lib/hap/lifecycle/cleaning.ts'
import { compareText } from '#lib/hap/text.ts'
import type { QueryContext } from '../query-context.ts'
import { CLEANING_LIST, type CleaningItem, type CleaningRow } from './cleaning-list.ts'

/** Cleaners of this landscape. */
export interface CleanersView {
  /** Provider types with an active cleaner. */
  readonly on: readonly string[]
  /** Whether they delete, or only report what they would delete. */
  readonly deletes: boolean
  /** Display names of providers without a cleaner. */
  readonly unverifiable: readonly string[]
  /** Accounts that a person has to verify. */
  readonly byHand: number
  /** Accounts whose cleaner fails. */
  readonly failing: CleaningFailures
}

/** Describes the cleaners, and the failures among the accounts on the cleaning board. */
export function buildCleanersView(
  { cleaning }: Pick<QueryContext, 'cleaning'>,
  all: readonly CleaningItem[],
): CleanersView {
  const rows = all.map(CLEANING_LIST.toRow)
  return {
    on: [...cleaning.cleaners],
    deletes: cleaning.deletes,
    unverifiable: [...UNVERIFIABLE.values()],
    byHand: rows.filter(({ cleaner }) => cleaner === null).length,
    failing: groupCleaningFailures(rows),
  }
}

/** Accounts whose latest inspection failed. */
export interface CleaningFailures {
  readonly accounts: number
  /** By provider and reason, most accounts first; limited to MAX_GROUPS. */
  readonly alike: readonly FailureGroup[]
}

/** Accounts of a provider with the same failure. */
interface FailureGroup {
  readonly provider: string
  /** Reason and advice as sentences. */
  readonly reason: string
  readonly advice: string
  readonly accounts: number
  /** Whether all of several inspected accounts of the provider fail in this way. */
  readonly all: boolean
}

type InspectedRow = Pick<CleaningRow, 'cleaner' | 'failing' | 'reason' | 'evidence'>

/** Reasons that name a resource differ for each account. */
const MAX_GROUPS = 3

/** Gardener's refusals name the Secret of each account; the group shows the first. */
const SECRET_PREFIX = /^Could not get [^:]+:/

/** Groups accounts whose latest inspection failed by provider and reason. */
export function groupCleaningFailures(rows: readonly InspectedRow[]): CleaningFailures {
  const looked = new Map<string, number>()
  const groups = new Map<string, { provider: string; reason: string; accounts: number }>()
  for (const { cleaner: provider, failing, reason, evidence } of rows) {
    if (provider === null || (!failing && evidence === null)) continue
    looked.set(provider, (looked.get(provider) ?? 0) + 1)
    if (!failing || reason === null) continue
    const key = `${provider} ${reason.replace(SECRET_PREFIX, '')}`
    const group = groups.get(key) ?? { provider, reason, accounts: 0 }
    groups.set(key, { ...group, accounts: group.accounts + 1 })
  }
  const alike = [...groups.values()].map(group => {
    const all = group.accounts > 1 && group.accounts === looked.get(group.provider)
    return { ...group, advice: findAdvice(group.reason, all), all }
  })
  return {
    accounts: alike.reduce((sum, { accounts }) => sum + accounts, 0),
    alike: alike
      .sort((a, b) => b.accounts - a.accounts || compareText(a.provider + a.reason, b.provider + b.reason))
      .slice(0, MAX_GROUPS),
  }
}

/**
 * Advice by a pattern of the reason: the note on the binding contains nothing else about the
 * failure. Notes of earlier releases have other words.
 */
const ADVICE: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /^Could not get /,
    'The cleaning process must be able to read the Secrets of accounts; see the reason for the cause.',
  ],
  [
    /not accept the credentials|Secret has no field|service account/,
    'Renew the credentials in the Secret of each account, then choose “Clean now”.',
  ],
  [
    /do not permit|no such project/,
    'Give the credentials of the accounts the permissions that the cleaning guide lists for the provider, then choose “Clean now”.',
  ],
  [
    /limits requests|asks for fewer requests/,
    'No action needed unless it lasts for hours: cleaners retry with increasing delays.',
  ],
  [
    /internal failure|failure of its own|did not (?:answer|respond)|could not be asked|time limit of a check|time for one look|did not end within/,
    'Check whether the cleaning process reaches the provider (network, proxy) and whether the provider reports an outage. Cleaners retry automatically.',
  ],
  [
    /depends on it|still uses it|Resources remain after|something is still there/,
    'Check the account and delete what uses the remaining resources, then choose “Clean now”.',
  ],
  [
    /list of protected accounts/,
    'Confirm manually that the account is clean, or remove it from HAP_PROTECTED_ACCOUNTS if cleaners may process it.',
  ],
]

const DEFAULT_ADVICE = 'Check one of these accounts and the log of the cleaning process.'

const SHARED_ADVICE =
  'Since all are affected, first check what they share: the connection to the provider, its address, the clock of the process.'

/** Finds the advice for a failure, as sentences. `all`: every account of the provider fails. */
export function findAdvice(reason: string, all: boolean): string {
  const advice = ADVICE.find(([pattern]) => pattern.test(reason))?.[1] ?? DEFAULT_ADVICE
  return all ? `${SHARED_ADVICE} ${advice}` : advice
}
