import { isLegalLabelValue } from '../pools/labels.ts'
import { compareText } from '../text.ts'
import type { MultiAccount } from './multi-account.ts'

/** Name of such a change in the audit log. */
export const CHANGE_ALLOWLIST = 'change allowlist'

/** Key of the allowlist among the targets of the audit log. */
export const ALLOWLIST_TARGET = 'Allowlist'

/** A changed number; null is "not set". */
interface ChangedNumber {
  /** Name in seed 003: `limits.default`, `limits.aws`. */
  readonly setting: string
  readonly before: number | null
  readonly after: number | null
}

/** Difference between two settings. */
export interface MultiAccountChange {
  /** Entries of the allowlist, including `*`, sorted. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly numbers: readonly ChangedNumber[]
}

/** Computes the difference; order and repetition on the allowlist are ignored. */
export function changeBetween(before: MultiAccount, after: MultiAccount): MultiAccountChange {
  const [old, now] = [new Set(before.allowed), new Set(after.allowed)]
  return {
    added: [...now.difference(old)].sort(compareText),
    removed: [...old.difference(now)].sort(compareText),
    numbers: changedNumbers(numbersOf(before), numbersOf(after)),
  }
}

/** Whether two settings are equal. */
export function isUnchanged({ added, removed, numbers }: MultiAccountChange): boolean {
  return added.length === 0 && removed.length === 0 && numbers.length === 0
}

/**
 * Merges a change of `base` with concurrent changes in `theirs`. Both sides' added and removed ids
 * apply; for a number that both set, `mine` wins.
 */
export function mergeMultiAccount(base: MultiAccount, mine: MultiAccount, theirs: MultiAccount): MultiAccount {
  const { added, removed, numbers } = changeBetween(base, mine)
  const values = new Map(numbersOf(theirs))
  for (const { setting, after } of numbers) {
    if (after === null) values.delete(setting)
    else values.set(setting, after)
  }
  const gone = new Set(removed)
  const kept = new Set(theirs.allowed.filter(id => !gone.has(id)))
  return fromNumbers([...kept.union(new Set(added))], values, (mine.limits ?? theirs.limits) === null)
}

/** Settings that both sides changed since `base`, with different values. */
export function overlapping(base: MultiAccount, mine: MultiAccount, theirs: MultiAccount): readonly string[] {
  const changed = new Map(changeBetween(base, theirs).numbers.map(({ setting, after }) => [setting, after]))
  return changeBetween(base, mine).numbers.flatMap(({ setting, after }) =>
    changed.has(setting) && changed.get(setting) !== after ? [setting] : [],
  )
}

const GUARD = 'minBindingsForGuard'
const DEFAULT = 'limits.default'
const PREFIX = 'limits.'

function numbersOf({ limits, minBindingsForGuard }: MultiAccount): ReadonlyMap<string, number> {
  return new Map([
    [DEFAULT, limits?.default ?? 0],
    ...Object.entries(limits?.providers ?? {}).map(([name, value]) => [PREFIX + name, value] as const),
    [GUARD, minBindingsForGuard],
  ])
}

function changedNumbers(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>) {
  const settings = [...new Set(before.keys()).union(new Set(after.keys()))]
  return settings
    .map(setting => ({ setting, before: before.get(setting) ?? null, after: after.get(setting) ?? null }))
    .filter(changed => changed.before !== changed.after)
}

function fromNumbers(allowed: readonly string[], values: ReadonlyMap<string, number>, unset: boolean): MultiAccount {
  const { [DEFAULT]: byDefault = 0, [GUARD]: minBindingsForGuard = 0, ...others } = Object.fromEntries(values)
  const providers = Object.entries(others).map(([setting, value]) => [setting.slice(PREFIX.length), value])
  const limits = { default: byDefault, providers: Object.fromEntries(providers) }
  return { allowed, limits: unset ? null : limits, minBindingsForGuard }
}

/** Ids parsed from a pasted text. */
export interface PastedIds {
  /** Ids that are valid on the allowlist, unique, in order. */
  readonly ids: readonly string[]
  /** Number of repetitions. */
  readonly repeated: number
  /** Words that cannot be ids, unique. */
  readonly wrong: readonly string[]
}

/** Characters of label selectors that no list of ids contains. */
const SELECTOR = /[=!()]/

/** A YAML comment; ids contain no `#`. */
const COMMENT = /(^|\s)#.*$/

/**
 * Parses pasted ids: one per line, separated by commas, in quotes, or as a YAML or JSON list. Lines
 * with a label selector are reported whole and comments are dropped, because their words would pass
 * for ids.
 */
export function parsePastedIds(text: string): PastedIds {
  const words = text
    .split(/[\r\n]+/)
    .map(line => line.replace(COMMENT, ''))
    .flatMap(line => (SELECTOR.test(line) ? [line.trim()] : wordsOf(line)))
    .filter(word => word !== '' && word !== '-')
  const ids = new Set(words.filter(isLegalLabelValue))
  const wrong = words.filter(word => !isLegalLabelValue(word))
  return { ids: [...ids], repeated: words.length - wrong.length - ids.size, wrong: [...new Set(wrong)] }
}

function wordsOf(line: string): readonly string[] {
  return line.split(/[\s,;]+/).map(word => word.replace(/^[[\]'"]+|[[\]'"]+$/g, ''))
}
