import { isLegalLabelValue } from '../pools/labels.ts'
import { compareText } from '../text/text.ts'
import type { MultiAccount } from './multi-account.ts'

/** What the audit log calls such a change. */
export const CHANGE_ALLOWLIST = 'change allowlist'

/** Key of the allowlist among its targets. */
export const ALLOWLIST_TARGET = 'Allowlist'

/** A number that is another one; null = not set. */
interface ChangedNumber {
  /** As in seed 003: `limits.default`, `limits.aws`. */
  readonly setting: string
  readonly before: number | null
  readonly after: number | null
}

/** What differs between two settings. */
export interface MultiAccountChange {
  /** Entries of the allowlist, `*` among them, by text. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly numbers: readonly ChangedNumber[]
}

/** What somebody changed; order and repetition on the allowlist mean nothing. */
export function changeBetween(before: MultiAccount, after: MultiAccount): MultiAccountChange {
  const [old, now] = [new Set(before.allowed), new Set(after.allowed)]
  return {
    added: [...now.difference(old)].sort(compareText),
    removed: [...old.difference(now)].sort(compareText),
    numbers: changedNumbers(numbersOf(before), numbersOf(after)),
  }
}

/** Whether two settings mean the same. */
export function isUnchanged({ added, removed, numbers }: MultiAccountChange): boolean {
  return added.length === 0 && removed.length === 0 && numbers.length === 0
}

/**
 * Somebody's change of `base` on top of what others made of it. Ids come and go as each side wants; where both set a number, it is
 * that of `mine`.
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

/** The settings both changed since `base`, each in another way. */
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

/** What a text with ids holds. */
export interface PastedIds {
  /** Ids that can be on the allowlist, each once, in their order. */
  readonly ids: readonly string[]
  /** How often one of them came again. */
  readonly repeated: number
  /** What cannot be an id, each once. */
  readonly wrong: readonly string[]
}

/** What label selectors are made of, and no list of ids. */
const SELECTOR = /[=!()]/

/** A comment of YAML; no id has its sign. */
const COMMENT = /(^|\s)#.*$/

/**
 * Ids as people paste them: one a line, with commas, in quotes, or as a list of YAML or JSON. A line that reads like a label
 * selector is not taken apart, and a comment is left out: their pieces would pass for ids.
 */
export function pastedIds(text: string): PastedIds {
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
