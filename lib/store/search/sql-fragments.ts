import { ACTION_LABELS, ACTIONS } from '#lib/hap/actions/action.ts'
import { compareText } from '#lib/hap/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import { formatTerm } from '#lib/search/format.ts'
import { parseTimeSpan } from '#lib/search/ranges.ts'
import type { NumberRange, Term } from '#lib/search/term.ts'
import { storableText } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'

/** How pages cut long ids. */
export const SHORTENED = '…'

/** The terms of a search without those that it repeats. */
export function eachOnce(terms: readonly Term[]): Iterable<Term> {
  return new Map(terms.map(term => [formatTerm(term), term])).values()
}

export function anyOf(tests: readonly Prisma.Sql[]): Prisma.Sql {
  return Prisma.sql`(${Prisma.join([...tests], ' OR ')})`
}

/** The negation of a test. What is missing contains nothing, so that the negation holds. */
export function noneOf(test: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`NOT coalesce(${test}, false)`
}

export function contains(text: Prisma.Sql, value: string): Prisma.Sql {
  return Prisma.sql`${quickly(text, value)} ILIKE ${like(value, 'contains')}`
}

/** Whether an index of trigrams can find it: shorter texts have none. */
export function hasTrigram(value: string): boolean {
  return value.length >= 3
}

/**
 * A text that is looked through for a value that no index finds. For ASCII it is enough to know the cases of ASCII letters, in two thirds of
 * the time: of all others only the signs for Kelvin and a dotted capital I have one of them as their small letter.
 */
export function quickly(text: Prisma.Sql, value: string): Prisma.Sql {
  return hasTrigram(value) || !/^[ -~]*$/.test(value) ? text : Prisma.sql`${text} COLLATE "C"`
}

export function isOneOf(text: Prisma.Sql, values: readonly string[]): Prisma.Sql {
  return Prisma.sql`${text} IN (${Prisma.join(values.map(value => storableText(value).toLowerCase()))})`
}

/** Whether a moment lies in the time written as `text`. */
export function within(at: Prisma.Sql, text: string, now: number): Prisma.Sql {
  const { from, to } = parseTimeSpan(text, now) ?? { from: Infinity, to: -Infinity }
  return Prisma.sql`(${at} >= ${timestamp(from)}::timestamptz AND ${at} < ${timestamp(to)}::timestamptz)`
}

function timestamp(at: number): string {
  return Number.isFinite(at) ? new Date(at).toISOString() : at < 0 ? '-infinity' : 'infinity'
}

/** Whether a number lies in a range. */
export function isIn(number: Prisma.Sql, { low, high, lowOpen, highOpen }: NumberRange): Prisma.Sql {
  const bounds = [
    ...(low === -Infinity ? [] : [Prisma.sql`${number} ${lowOpen ? Prisma.sql`>` : Prisma.sql`>=`} ${low}::float8`]),
    ...(high === Infinity ? [] : [Prisma.sql`${number} ${highOpen ? Prisma.sql`<` : Prisma.sql`<=`} ${high}::float8`]),
  ]
  return bounds.length === 0 ? Prisma.sql`TRUE` : Prisma.sql`(${Prisma.join(bounds, ' AND ')})`
}

/** A text as a pattern of ILIKE, with everything literal but the sign of what was shortened. */
export function like(value: string, how: 'contains' | 'begins', prefix = ''): string {
  const [head = '', ...rest] = storableText(value).split(SHORTENED)
  const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')
  if (rest.length > 0) return `${literal(prefix + head)}%${literal(rest.join(SHORTENED))}`
  return `${how === 'contains' ? '%' : ''}${literal(prefix + head)}%`
}

/** How a list is searched by the action on its bindings. */
export const ACTION_SEARCH: Omit<SearchField, 'name'> = {
  kind: 'enum',
  values: ACTIONS,
  aliases: Object.fromEntries(ACTIONS.map(action => [ACTION_LABELS[action].verb, action])),
  description: 'action on the bindings',
}

/** Whether a word is part of an action's code or of its label. */
export function actionContains(action: Prisma.Sql, word: string): Prisma.Sql {
  const part = word.toLowerCase()
  const names = (each: (typeof ACTIONS)[number]) => [each, ACTION_LABELS[each].verb.toLowerCase()]
  const found = ACTIONS.filter(each => names(each).some(name => name.includes(part)))
  return Prisma.sql`${action} = ANY(${found}::text[])`
}

const BY_WORD = ACTIONS.toSorted((a, b) => compareText(ACTION_LABELS[a].verb, ACTION_LABELS[b].verb))

/** Actions in the order of what pages call them. */
export function byActionWord(action: Prisma.Sql): Prisma.Sql {
  return byRank(BY_WORD, action)
}

/** Names in the order of compareText, independent of the collation of the database. */
export function byName(text: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`${text} COLLATE "C"`
}

/** A value by its index in a list. */
export function byRank(list: readonly string[], value: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`array_position(${[...list]}::text[], ${value})`
}
