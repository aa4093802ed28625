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
 * failure.
 */
const ADVICE: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [
    /^Could not get /,
    'The cleaning process has to read the Secrets of accounts: the reason says what keeps it from that.',
  ],
  [
    /not accept the credentials|Secret has no field|service account/,
    'Renew the credentials in the Secret of each account, then ask for a look with “Clean now”.',
  ],
  [
    /do not permit|no such project/,
    'Give the credentials of the accounts the permissions that the guide to cleaning lists for the provider, then ask for a look with “Clean now”.',
  ],
  [
    /asks for fewer requests/,
    'Nothing has to be done unless it lasts for hours: cleaners ask again, with longer pauses.',
  ],
  [
    /failure of its own|did not answer|could not be asked|time for one look|did not end within/,
    'See whether the cleaning process reaches the provider (network, proxy), and whether the provider tells of an outage. Cleaners ask again by themselves.',
  ],
  [
    /depends on it|still uses it|something is still there/,
    'Look into the account and delete what uses the rest, then ask for a look with “Clean now”.',
  ],
  [
    /list of protected accounts/,
    'Confirm by hand that it is clean, or take it off HAP_PROTECTED_ACCOUNTS if a cleaner may touch it.',
  ],
]

const DEFAULT_ADVICE = 'Look at one of these accounts, and into the log of the process that cleans.'

const SHARED_ADVICE =
  'As it is so with each, look first at what they share: the way to the provider, its address, the clock of the process.'

/** Finds the advice for a failure, as sentences. `all`: every account of the provider fails. */
export function findAdvice(reason: string, all: boolean): string {
  const advice = ADVICE.find(([pattern]) => pattern.test(reason))?.[1] ?? DEFAULT_ADVICE
  return all ? `${SHARED_ADVICE} ${advice}` : advice
}
