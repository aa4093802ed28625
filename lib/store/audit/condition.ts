import { actionVerb, globalAccountTarget } from '#lib/hap/audit/target.ts'
import type { Term } from '#lib/search/term.ts'
import type { Db } from '#lib/store/database/client.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import {
  anyOf,
  contains,
  eachOnce,
  hasTrigram,
  isOneOf,
  like,
  noneOf,
  quickly,
  SHORTENED,
  within,
} from '#lib/store/search/sql-fragments.ts'

/** Texts of an action `e`, by the field that searches them. */
const OWN_TEXTS: Readonly<Record<string, Prisma.Sql>> = {
  reason: Prisma.sql`e.reason`,
  ticket: Prisma.sql`e.ticket`,
  request: Prisma.sql`e.request_id`,
}

const INTENT_AT = Prisma.sql`e.at`

/** Detail of the outcome `o` of an action. */
const DETAIL = Prisma.sql`o.detail`

/**
 * The terms of a search as a condition on intents `e`; equals `createMatcher` in memory. Actions and
 * actors are few, so the search looks them up first and an index finds their entries; trigram
 * indexes find parts of other texts. Parts shorter than three characters and frequent parts are
 * found by scanning from the newest entry.
 */
export async function auditCondition(db: Db, terms: readonly Term[], now: number): Promise<Prisma.Sql> {
  const tests: Prisma.Sql[] = []
  // Sequential: lookups of many terms must not use up the connections.
  for (const term of eachOnce(terms)) {
    const test = await testOf(db, term, now)
    // Without a negation the index on the text is usable.
    tests.push(term.negated ? noneOf(test) : test)
  }
  return Prisma.join([Prisma.sql`TRUE`, ...tests], ' AND ')
}

/** Whether the condition of a term reads the outcome `o` or the status `s` of an action. */
export function readsOutcome(term: Term): boolean {
  return term.kind === 'word' || isOfOutcome(term.field)
}

/** Whether it reads the intent `e`. */
export function readsIntent(term: Term): boolean {
  return term.kind === 'word' || !isOfOutcome(term.field)
}

function isOfOutcome(field: string): boolean {
  return field === 'detail' || field === 'outcome'
}

async function testOf(db: Db, term: Term, now: number): Promise<Prisma.Sql> {
  if (term.kind === 'word') return wordTest(db, term.text)
  if (term.kind === 'time') return anyOf(term.values.map(text => within(INTENT_AT, text, now)))
  if (term.kind === 'text' && (term.field === 'actor' || term.field === 'by')) return actorTest(db, term.values)
  if (term.kind === 'text' && term.field === 'target') return partOfTarget(db, term.values)
  if (term.kind === 'text') return anyOf(term.values.map(value => textTest(term.field, value)))
  if (term.kind === 'enum' && term.field === 'action') {
    const wanted = new Set(term.values.map(value => value.toLowerCase()))
    return actionTest(db, names => names.some(name => wanted.has(name)))
  }
  if (term.kind === 'enum' && term.field === 'outcome') return isOneOf(Prisma.sql`s.outcome`, term.values)
  throw new Error(`The audit log cannot be searched by ${term.field}.`)
}

/**
 * A word in any text. An outcome is a separate entry: matching outcomes are looked up first, so
 * that an index finds all intents.
 */
async function wordTest(db: Db, word: string): Promise<Prisma.Sql> {
  const part = word.toLowerCase()
  const [actor, action, targets, intents] = await Promise.all([
    actorTest(db, [word]),
    actionTest(db, names => names.some(name => name.includes(part))),
    partOfTarget(db, [word]),
    hasTrigram(word) ? intentsByDetail(db, like(word, 'contains')) : null,
  ])
  return anyOf([
    actor,
    action,
    ...Object.values(OWN_TEXTS).map(text => contains(text, word)),
    targets,
    intents ? Prisma.sql`e.seq = ANY(${[...intents]}::bigint[])` : contains(DETAIL, word),
  ])
}

async function actorTest(db: Db, parts: readonly string[]): Promise<Prisma.Sql> {
  const actors = await listOccurring(db, 'actor', { test: anyOf(parts.map(part => contains(Prisma.sql`value`, part))) })
  return Prisma.sql`e.actor = ANY(${[...actors]}::text[])`
}

/**
 * Actions whose logged name, `set-cluster`, or page name, `Set cluster`, passes a test; both in
 * lower case.
 */
async function actionTest(db: Db, test: (names: readonly string[]) => boolean): Promise<Prisma.Sql> {
  const actions = await listOccurring(db, 'action')
  const found = actions.filter(action => test([action.toLowerCase(), actionVerb(action).toLowerCase()]))
  return Prisma.sql`e.action = ANY(${found}::text[])`
}

function textTest(field: string, value: string): Prisma.Sql {
  if (field === 'ga' || field === 'tenant')
    return someTarget(OF_INTENT, value, like(value, 'begins', globalAccountTarget('')))
  const text = field === 'detail' ? DETAIL : OWN_TEXTS[field]
  if (text === undefined) throw new Error(`The audit log cannot be searched by ${field}.`)
  return contains(text, value)
}

/** Tests targets of the intent, or of an outcome that names further targets. */
async function partOfTarget(db: Db, values: readonly string[]): Promise<Prisma.Sql> {
  const oneOf = (targets: Prisma.Sql) => anyOf(values.map(value => containsTarget(targets, value)))
  return anyOf([oneOf(OF_INTENT), await targetInOutcome(db, oneOf(Prisma.sql`w.targets`))])
}

const OF_INTENT = Prisma.sql`e.targets`

function containsTarget(targets: Prisma.Sql, value: string): Prisma.Sql {
  const pattern = like(value, 'contains')
  // Pages show ids shortened and without the kind.
  if (value.includes(SHORTENED))
    return anyOf([someTarget(targets, value, pattern), someTarget(targets, value, `%/${pattern}`)])
  // Each target is one line of the text, so a match within a line needs no test of single targets.
  return value.includes('\n')
    ? someTarget(targets, value, pattern)
    : Prisma.sql`${linesOf(targets, value)} ILIKE ${pattern}`
}

/**
 * The index covers the targets as one text, a line for each. Values that the index cannot find use
 * a cheaper text.
 */
function linesOf(targets: Prisma.Sql, value: string): Prisma.Sql {
  return hasTrigram(value)
    ? Prisma.sql`audit_targets_text(${targets})`
    : quickly(Prisma.sql`array_to_string(${targets}, E'\n')`, value)
}

function someTarget(targets: Prisma.Sql, value: string, pattern: string): Prisma.Sql {
  return Prisma.sql`(${linesOf(targets, value)} ILIKE ${`%${pattern}%`}
    AND EXISTS (SELECT 1 FROM unnest(${targets}) AS target WHERE target ILIKE ${pattern}))`
}

const MAX_LISTED = 1_000

/** Intents whose outcome detail matches; null when there are many. */
async function intentsByDetail(db: Db, pattern: string): Promise<readonly bigint[] | null> {
  const rows = await db.$queryRaw<{ seq: bigint }[]>`
    SELECT s.intent_seq AS seq FROM audit_entry o JOIN audit_status s ON s.outcome_seq = o.seq
     WHERE o.detail ILIKE ${pattern} LIMIT ${MAX_LISTED + 1}`
  return rows.length > MAX_LISTED ? null : rows.map(({ seq }) => seq)
}

/** Outcomes `w` that name further written targets; a partial index covers them. */
const NAMES = Prisma.sql`w.kind = 'outcome' AND cardinality(w.targets) > 0`

/** Condition on actions `e`: one of their outcomes names a target `w.targets` that passes a test. */
async function targetInOutcome(db: Db, test: Prisma.Sql): Promise<Prisma.Sql> {
  const rows = await db.$queryRaw<{ seq: bigint }[]>`
    SELECT w.intent_seq AS seq FROM audit_entry w WHERE ${NAMES} AND ${test} LIMIT ${MAX_LISTED + 1}`
  // When many match, a scan from the newest entry finds them soon.
  return rows.length > MAX_LISTED
    ? Prisma.sql`EXISTS (SELECT 1 FROM audit_entry w WHERE w.intent_seq = e.seq AND ${NAMES} AND ${test})`
    : Prisma.sql`e.seq = ANY(${[...new Set(rows.map(({ seq }) => seq))]}::bigint[])`
}

interface Choice {
  /** Condition on `value`; without it every value matches. */
  readonly test?: Prisma.Sql
  /** Default: all. */
  readonly limit?: number
}

/**
 * Occurring actions or actors in alphabetical order. Reads only the index, independent of the
 * length of the log.
 */
export async function listOccurring(
  db: Db,
  column: 'action' | 'actor',
  { test = Prisma.sql`TRUE`, limit }: Choice = {},
): Promise<readonly string[]> {
  const name = Prisma.raw(column)
  const rows = await db.$queryRaw<{ value: string }[]>`
    WITH RECURSIVE known AS (
      (SELECT min(${name}) AS value FROM audit_entry)
      UNION ALL
      SELECT (SELECT min(${name}) FROM audit_entry WHERE ${name} > known.value) FROM known WHERE known.value IS NOT NULL
    )
    SELECT value FROM known WHERE value IS NOT NULL AND ${test} LIMIT ${limit ?? null}::int`
  return rows.map(({ value }) => value)
}
