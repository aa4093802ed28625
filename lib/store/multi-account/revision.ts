import { z } from 'zod'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'

/** Allowlist and limits as somebody set them; never changed, only followed by the next one. */
export interface Revision {
  readonly version: number
  readonly multiAccount: MultiAccount
  readonly at: string
  readonly actor: string
  readonly reason: string
  readonly ticket: string | null
}

const COLUMNS = {
  version: true,
  allowed: true,
  limits: true,
  minBindingsForGuard: true,
  at: true,
  actor: true,
  reason: true,
  ticket: true,
} as const satisfies Prisma.MultiAccountRevisionSelect

type Row = Prisma.MultiAccountRevisionGetPayload<{ select: typeof COLUMNS }>

const Limits = z
  .object({ default: z.number().int().nonnegative(), providers: z.record(z.string(), z.number().int().nonnegative()) })
  .nullable()

const Settings = z.object({ allowed: z.array(z.string()), limits: Limits, minBindingsForGuard: z.number() })

/** Settings as the audit log keeps them; null for what is none. */
export function settingsFromJson(json: unknown): MultiAccount | null {
  return Settings.safeParse(json).data ?? null
}

/** Version of the revision in force; 0 before the first one. */
export async function latestVersion(db: Db): Promise<number> {
  const row = await db.multiAccountRevision.findFirst({ orderBy: { version: 'desc' }, select: { version: true } })
  return row?.version ?? 0
}

/** The revision in force, or null before the first one. */
export async function latestRevision(db: Db): Promise<Revision | null> {
  const row = await db.multiAccountRevision.findFirst({ orderBy: { version: 'desc' }, select: COLUMNS })
  return row && revisionOf(row)
}

export async function revisionAt(db: Db, version: number): Promise<Revision | null> {
  const row = await db.multiAccountRevision.findUnique({ where: { version }, select: COLUMNS })
  return row && revisionOf(row)
}

/** Revisions from the newest on. */
export async function listRevisions(db: Db, limit: number): Promise<readonly Revision[]> {
  const rows = await db.multiAccountRevision.findMany({ orderBy: { version: 'desc' }, take: limit, select: COLUMNS })
  return rows.map(revisionOf)
}

function revisionOf({ version, allowed, limits, minBindingsForGuard, at, actor, reason, ticket }: Row) {
  const multiAccount = { allowed, limits: Limits.parse(limits), minBindingsForGuard }
  return { version, multiAccount, at: at.toISOString(), actor, reason, ticket }
}
