import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import type { Db } from '#lib/store/database/client.ts'
import { isUniqueViolation } from '#lib/store/failure/classify.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { latestRevision, type Revision, revisionAt } from './revision.ts'

export interface RevisionDraft {
  /** Version the author looked at; 0 = there was none. */
  readonly basedOn: number
  readonly multiAccount: MultiAccount
  readonly actor: string
  readonly reason: string
  readonly ticket: string | null
  readonly at: Date
  /** Intent of the change in the audit chain. */
  readonly auditSeq?: bigint
}

/** Saved, or somebody else was first: then what the author looked at, and what is in force now. */
type SaveResult = { readonly saved: Revision } | { readonly base: Revision | null; readonly current: Revision | null }

/** Makes the next revision unless there is one the author has not seen. */
export async function saveRevision(store: Store, draft: RevisionDraft): Promise<SaveResult> {
  try {
    return await store.transaction(async tx => {
      const current = await latestRevision(tx)
      if ((current?.version ?? 0) !== draft.basedOn) return { base: await revisionAt(tx, draft.basedOn), current }
      return { saved: await insert(tx, draft) }
    })
  } catch (error) {
    // A rival whose commit our snapshot could not see.
    if (!isUniqueViolation(error, 'multi_account_revision_pkey')) throw error
    return { base: await revisionAt(store.db, draft.basedOn), current: await latestRevision(store.db) }
  }
}

async function insert(tx: Db, draft: RevisionDraft): Promise<Revision> {
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
