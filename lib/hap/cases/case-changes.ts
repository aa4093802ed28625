import type { PinnedCase } from './pinned-case.ts'

/** Names of the cases that one list has and another has not, or has otherwise. */
export interface CaseChanges {
  readonly removed: readonly string[]
  /** Of the same name, with another request or another expectation. */
  readonly changed: readonly string[]
  readonly added: readonly string[]
}

/** What became of pinned cases, each list in its order. */
export function caseChanges(before: readonly PinnedCase[], after: readonly PinnedCase[]): CaseChanges {
  const [old, now] = [before, after].map(cases => new Map(cases.map(one => [one.name, contentOf(one)])))
  const names = (cases: readonly PinnedCase[], holds: (name: string) => boolean) =>
    cases.map(({ name }) => name).filter(holds)
  return {
    removed: names(before, name => !now?.has(name)),
    changed: names(after, name => old?.has(name) === true && old.get(name) !== now?.get(name)),
    added: names(after, name => !old?.has(name)),
  }
}

/** Both are made by one reader, so the order of their keys is the same. */
function contentOf({ request, expected }: PinnedCase): string {
  return JSON.stringify([request, expected])
}

const MOST_NAMES = 5

/** What was taken from the cases, as sentences: who leaves a case out has it hold no longer. Empty where nothing was. */
export function lostCaseWords({ removed, changed }: Pick<CaseChanges, 'removed' | 'changed'>): string {
  return [
    removed.length > 0 && `${counted(removed.length)} removed: ${quoted(removed)}.`,
    changed.length > 0 && `${counted(changed.length)} changed: ${quoted(changed)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** The first names in quotes, and how many there are more. */
export function quoted(names: readonly string[]): string {
  const told = names.slice(0, MOST_NAMES).map(name => `"${name}"`)
  return `${told.join(', ')}${names.length > told.length ? ` and ${names.length - told.length} more` : ''}`
}

function counted(count: number): string {
  return count === 1 ? '1 pinned case' : `${count} pinned cases`
}
