import { z } from 'zod'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'

/** A publication as a list shows it. Never changed, only followed by the next one. */
interface PublicationHead {
  readonly number: number
  /** Name of the rules, as claims have it. */
  readonly revision: string
  readonly at: string
  readonly actor: string
  readonly role: string
  readonly reason: string
  readonly ticket: string | null
  /** Number whose rules it publishes again; null for a change. */
  readonly restores: number | null
}

/** Rules as somebody published them. */
export interface Publication extends PublicationHead {
  /** In their order and canonical writing. */
  readonly texts: readonly string[]
  /** Those that were in force before. */
  readonly replaced: readonly string[]
  /** As it was written. */
  readonly document: string
  /** Null where nobody had it evaluated, or another version of the console wrote it in another form. */
  readonly impact: ImpactSummary | null
  readonly cases: readonly CaseResult[]
  /** The pinned cases as they were written; empty for none. */
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

/** One of them; null for a number that there is not. */
export async function publicationAt(db: Db, number: number): Promise<Publication | null> {
  const row = await db.rulesPublication.findUnique({ where: { number }, select: WHOLE })
  return row && publicationOf(row)
}

/** Publications from the newest on, or from the one before `before` on. */
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
