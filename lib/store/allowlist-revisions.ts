import { z } from 'zod'
import { CONSOLE_NAME } from '#lib/auth/reserved-names.ts'
import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import type { Db } from '#lib/store/database/client.ts'
import { isUniqueViolation } from '#lib/store/database/store-errors.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from './store.ts'

/** A revision of allowlist and limits; immutable. */
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

/** Settings from the JSON of the audit log; null for anything else. */
export function settingsFromJson(json: unknown): MultiAccount | null {
  return Settings.safeParse(json).data ?? null
}

/** Version 0 stores the default of the release before, which was in force; see formerDefault. */
const SAVED = { version: { gt: 0 } }

/** Version of the revision in force; 0 before the first one. */
export async function latestVersion(db: Db): Promise<number> {
  const row = await db.multiAccountRevision.findFirst({
    where: SAVED,
    orderBy: { version: 'desc' },
    select: { version: true },
  })
  return row?.version ?? 0
}

/** The revision in force, or null before the first one. */
export async function latestRevision(db: Db): Promise<Revision | null> {
  const row = await db.multiAccountRevision.findFirst({ where: SAVED, orderBy: { version: 'desc' }, select: COLUMNS })
  return row && revisionOf(row)
}

export async function revisionAt(db: Db, version: number): Promise<Revision | null> {
  const row = await db.multiAccountRevision.findUnique({ where: { version }, select: COLUMNS })
  return row && revisionOf(row)
}

/** The default that was in force in a database of the release before with claims and without a revision; null in others. */
export async function formerDefault(db: Db): Promise<MultiAccount | null> {
  return (await revisionAt(db, 0))?.multiAccount ?? null
}

/** Deletes the former default: other settings are in force. */
export async function deleteFormerDefault(db: Db): Promise<void> {
  await db.multiAccountRevision.deleteMany({ where: { version: 0 } })
}

/** Whether the console saved the revision at an upgrade and no administrator has saved one since. */
export function isUnconfirmed(revision: Pick<Revision, 'actor'> | null): boolean {
  return revision?.actor === CONSOLE_NAME
}

/** Revisions, newest first. */
export async function listRevisions(db: Db, limit: number): Promise<readonly Revision[]> {
  const rows = await db.multiAccountRevision.findMany({
    where: SAVED,
    orderBy: { version: 'desc' },
    take: limit,
    select: COLUMNS,
  })
  return rows.map(revisionOf)
}

function revisionOf({ version, allowed, limits, minBindingsForGuard, at, actor, reason, ticket }: Row) {
  const multiAccount = { allowed, limits: Limits.parse(limits), minBindingsForGuard }
  return { version, multiAccount, at: at.toISOString(), actor, reason, ticket }
}

export interface RevisionDraft {
  /** Version that the author edited; 0 before the first. */
  readonly basedOn: number
  readonly multiAccount: MultiAccount
  readonly actor: string
  readonly reason: string
  readonly ticket: string | null
  readonly at: Date
  /** Audit intent of the change. */
  readonly auditSeq?: bigint
}

/** The saved revision, or after a concurrent change the edited and the current revision. */
type SaveResult = { readonly saved: Revision } | { readonly base: Revision | null; readonly current: Revision | null }

/** Saves the next revision unless another one was saved since the author's. */
export async function saveRevision(store: Store, draft: RevisionDraft): Promise<SaveResult> {
  try {
    return await store.transaction(async tx => {
      const current = await latestRevision(tx)
      if ((current?.version ?? 0) !== draft.basedOn) return { base: await revisionAt(tx, draft.basedOn), current }
      return { saved: await insertRevision(tx, draft) }
    })
  } catch (error) {
    // A concurrent commit that this transaction's snapshot did not contain.
    if (!isUniqueViolation(error, 'multi_account_revision_pkey')) throw error
    return { base: await revisionAt(store.db, draft.basedOn), current: await latestRevision(store.db) }
  }
}

async function insertRevision(tx: Db, draft: RevisionDraft): Promise<Revision> {
  const { basedOn, multiAccount, actor, reason, ticket, at, auditSeq = null } = draft
  const { allowed, limits, minBindingsForGuard } = multiAccount
  const version = basedOn + 1
  await tx.multiAccountRevision.create({
    data: {
      version,
      allowed: [...allowed],
      limits: limits === null ? Prisma.DbNull : { default: limits.default, providers: { ...limits.providers } },
      minBindingsForGuard,
      at,
      actor,
      reason,
      ticket,
      auditSeq,
    },
  })
  return { version, multiAccount, at: at.toISOString(), actor, reason, ticket }
}
