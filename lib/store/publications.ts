import { z } from 'zod'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import { type Db, storableText } from '#lib/store/database/client.ts'
import { isUniqueViolation } from '#lib/store/database/store-errors.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from './store.ts'

/** Fields of a publication for lists; immutable. */
interface PublicationHead {
  readonly number: number
  /** Revision of the rules, as claims refer to it. */
  readonly revision: string
  readonly at: string
  readonly actor: string
  readonly role: string
  readonly reason: string
  readonly ticket: string | null
  /** Number of the publication that it restores; null for a change. */
  readonly restores: number | null
}

/** Published rules. */
export interface Publication extends PublicationHead {
  /** Canonical rule texts in order. */
  readonly texts: readonly string[]
  /** Rule texts in force before. */
  readonly replaced: readonly string[]
  /** The document as it was published. */
  readonly document: string
  /** Null when it was not evaluated, or another release stored it in another form. */
  readonly impact: ImpactSummary | null
  readonly cases: readonly CaseResult[]
  /** Source of the pinned cases; empty for none. */
  readonly pinned: string
  /** Why it was published although cases failed; null when none did. */
  readonly overrideReason: string | null
}

const Impact: z.ZodType<ImpactSummary> = z.object({
  counts: z.array(z.object({ impact: z.string(), clusters: z.number(), globalAccounts: z.number() })),
  unknown: z.number(),
})

const Cases: z.ZodType<readonly CaseResult[]> = z.array(
  z.object({ name: z.string(), passed: z.boolean(), expected: z.string(), actual: z.string() }),
)

const WHOLE = {
  number: true,
  revision: true,
  at: true,
  actor: true,
  role: true,
  reason: true,
  ticket: true,
  restores: true,
  document: true,
  impact: true,
  cases: true,
  pinned: true,
  overrideReason: true,
  rules: { select: { texts: true } },
  rulesBefore: { select: { texts: true } },
} as const satisfies Prisma.RulesPublicationSelect

type Row = Prisma.RulesPublicationGetPayload<{ select: typeof WHOLE }>

/** Number of the publication in force; 0 before the first one. */
export async function latestNumber(db: Db): Promise<number> {
  const row = await db.rulesPublication.findFirst({ orderBy: { number: 'desc' }, select: { number: true } })
  return row?.number ?? 0
}

/** The publication in force, or null before the first one. */
export async function latestPublication(db: Db): Promise<Publication | null> {
  const row = await db.rulesPublication.findFirst({ orderBy: { number: 'desc' }, select: WHOLE })
  return row && publicationOf(row)
}

/** A publication by number, or null. */
export async function publicationAt(db: Db, number: number): Promise<Publication | null> {
  const row = await db.rulesPublication.findUnique({ where: { number }, select: WHOLE })
  return row && publicationOf(row)
}

/** Publications, newest first; with `before` only earlier ones. */
export async function listPublications(db: Db, limit: number, before?: number): Promise<readonly Publication[]> {
  const rows = await db.rulesPublication.findMany({
    where: before === undefined ? {} : { number: { lt: before } },
    orderBy: { number: 'desc' },
    take: limit,
    select: WHOLE,
  })
  return rows.map(publicationOf)
}

function publicationOf(row: Row): Publication {
  const { number, revision, at, actor, role, reason, ticket, restores, document, pinned, overrideReason } = row
  return {
    number,
    revision,
    at: at.toISOString(),
    actor,
    role,
    reason,
    ticket,
    restores,
    texts: row.rules.texts,
    replaced: row.rulesBefore.texts,
    document,
    pinned,
    impact: Impact.safeParse(row.impact).data ?? null,
    cases: Cases.safeParse(row.cases).data ?? [],
    overrideReason,
  }
}

/** Rule texts with their revision. */
export interface NamedRules {
  readonly revision: string
  /** Canonical rule texts in order. */
  readonly texts: readonly string[]
}

export interface PublicationDraft {
  /** Number that the author edited; 0 before the first. */
  readonly basedOn: number
  readonly rules: NamedRules
  /** Rules in force before the first publication. */
  readonly start: NamedRules
  readonly document: string
  readonly restores: number | null
  readonly actor: string
  readonly role: string
  readonly reason: string
  readonly ticket: string | null
  readonly impact: ImpactSummary | null
  readonly cases: readonly CaseResult[]
  readonly pinned: string
  readonly overrideReason: string | null
  readonly at: Date
  /** Audit intent of the publication. */
  readonly auditSeq?: bigint
}

/** The new publication, or after a concurrent one the edited and the current publication. */
type SaveResult =
  | { readonly saved: Publication }
  | { readonly base: Publication | null; readonly current: Publication | null }

/** Publishes unless another publication happened since the author's. */
export async function savePublication(store: Store, draft: PublicationDraft): Promise<SaveResult> {
  try {
    return await store.transaction(async tx => {
      const number = await latestNumber(tx)
      if (number !== draft.basedOn) return readRivals(tx, draft)
      return { saved: await insertPublication(tx, draft) }
    })
  } catch (error) {
    // A concurrent commit that this transaction's snapshot did not contain.
    if (!isUniqueViolation(error, 'rules_publication_pkey')) throw error
    return readRivals(store.db, draft)
  }
}

async function readRivals(db: Db, { basedOn }: PublicationDraft): Promise<SaveResult> {
  return { base: await publicationAt(db, basedOn), current: await latestPublication(db) }
}

async function insertPublication(tx: Db, draft: PublicationDraft): Promise<Publication> {
  const { basedOn, rules, start, impact, cases, auditSeq = null, ...rest } = draft
  const number = basedOn + 1
  const before = await publicationAt(tx, basedOn)
  await saveRules(tx, rules.revision, rules.texts)
  if (before === null) await saveRules(tx, start.revision, start.texts)
  await tx.rulesPublication.create({
    data: {
      ...rest,
      number,
      revision: rules.revision,
      replaced: before?.revision ?? start.revision,
      impact:
        impact === null
          ? Prisma.DbNull
          : { counts: impact.counts.map(count => ({ ...count })), unknown: impact.unknown },
      cases: cases.map(keepableCase),
      auditSeq,
    },
  })
  const saved = await publicationAt(tx, number)
  if (saved === null) throw new Error(`Revision ${number} is not there.`)
  return saved
}

/** A document of cases may contain any character as an escape. */
function keepableCase({ name, passed, expected, actual }: CaseResult) {
  return { name: storableText(name), passed, expected: storableText(expected), actual: storableText(actual) }
}

/** Stores the texts of a rules revision unless they are stored already. */
export async function saveRules(db: Db, revision: string, texts: readonly string[]): Promise<void> {
  await db.rulesRevision.createMany({ data: [{ revision, texts: [...texts] }], skipDuplicates: true })
}

/** The rule texts of a revision in order; null when they were not stored. */
export async function readRules(db: Db, revision: string): Promise<readonly string[] | null> {
  const row = await db.rulesRevision.findUnique({ where: { revision }, select: { texts: true } })
  return row?.texts ?? null
}
