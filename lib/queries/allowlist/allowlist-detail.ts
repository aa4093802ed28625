import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { CHANGE_ALLOWLIST, changeBetween, type MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import { listRevisions, type Revision, settingsFromJson } from '#lib/store/multi-account.ts'
import type { QueryContext } from '../query-context.ts'
import { type Consequences, computeConsequences } from './consequences.ts'

/** Allowlist and limits in force, where they come from, and what they mean for the inventory. */
export interface AllowlistDetail {
  /** Of the database; 0 before the first one, as long as the settings of a file are in force. */
  readonly version: number
  readonly multiAccount: MultiAccount
  /** Who set them; null where a file did. */
  readonly set: Pick<Revision, 'at' | 'actor' | 'reason' | 'ticket'> | null
  /** Name of what was in force before the first version: a file, or the default. */
  readonly start: string
  readonly state: Consequences
}

/** The settings that this process decides by. */
interface AllowlistState {
  readonly revision: Revision | null
  readonly version: number
  readonly start: { readonly file: string }
}

/** What the page of allowlist and limits shows. */
export function getAllowlist(context: QueryContext, { revision, version, start }: AllowlistState): AllowlistDetail {
  const { multiAccount } = context.rules
  return {
    version,
    multiAccount,
    set: revision && pickAuthor(revision),
    start: fileName(start.file),
    state: computeConsequences(context, multiAccount),
  }
}

function pickAuthor({ at, actor, reason, ticket }: Revision) {
  return { at, actor, reason, ticket }
}

/** Where the file is on the server is nobody's business. */
function fileName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file
}

/** A version of the settings with what it changed. */
export interface AllowlistVersion extends Revision {
  /** Against what was in force before: the last version, or the settings of the start; null where nobody knows these any more. */
  readonly change: MultiAccountChange | null
}

export interface AllowlistHistory {
  /** From the newest on. */
  readonly entries: readonly AllowlistVersion[]
  /** Whether there are older ones. */
  readonly more: boolean
  /** What was in force before version 1, where all versions are listed; null where nobody knows it any more. */
  readonly start: MultiAccount | null
}

/** The last versions of allowlist and limits. */
export async function listAllowlistVersions(db: Db, limit: number): Promise<AllowlistHistory> {
  const revisions = await listRevisions(db, limit + 1)
  const start = revisions.length > limit ? null : await readInitialSettings(db, revisions.at(-1))
  const entries = revisions.slice(0, limit).map((revision, place) => {
    const before = revisions[place + 1]?.multiAccount ?? start
    return { ...revision, change: before && changeBetween(before, revision.multiAccount) }
  })
  return { entries, more: revisions.length > limit, start }
}

/** No version has the settings of the start; the audit log has them with the change that made the first version. */
async function readInitialSettings(db: Db, first: Revision | undefined): Promise<MultiAccount | null> {
  if (!first) return null
  const filter = { action: CHANGE_ALLOWLIST, actor: first.actor, to: new Date(Date.parse(first.at) + 1) }
  const [entry] = await listAudit(db, filter, { limit: 1 })
  return settingsFromJson(entry?.before)
}
