import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { CHANGE_ALLOWLIST, changeBetween, type MultiAccountChange } from '#lib/hap/lifecycle/multi-account-change.ts'
import { listRevisions, type Revision, settingsFromJson } from '#lib/store/allowlist-revisions.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { QueryContext } from '../query-context.ts'
import { type Consequences, computeConsequences, computeOffEffect, type OffEffect } from './consequences.ts'

/** Allowlist and limits in force with their origin and their effect on the inventory. */
export interface AllowlistDetail {
  /** Version in the database; 0 while the settings of a file apply. */
  readonly version: number
  readonly multiAccount: MultiAccount
  /** Author of the version; null for settings of a file. */
  readonly set: Pick<Revision, 'at' | 'actor' | 'reason' | 'ticket'> | null
  /** Name of the settings before the first version: a file, or the default. */
  readonly start: string
  readonly state: Consequences
  /** Set while the version stems from an upgrade and no administrator has confirmed it. */
  readonly ifMultiAccountOff: OffEffect | null
}

/** Settings that this process uses for decisions. */
interface AllowlistState {
  readonly revision: Revision | null
  readonly version: number
  readonly isUnconfirmed: boolean
  readonly start: { readonly file: string }
}

/** Returns the content of the page Allowlist and limits. */
export function getAllowlist(context: QueryContext, settings: AllowlistState): AllowlistDetail {
  const { revision, version, start, isUnconfirmed } = settings
  const { multiAccount } = context.rules
  return {
    version,
    multiAccount,
    set: revision && pickAuthor(revision),
    start: fileName(start.file),
    state: computeConsequences(context, multiAccount),
    ifMultiAccountOff: isUnconfirmed ? computeOffEffect(context) : null,
  }
}

function pickAuthor({ at, actor, reason, ticket }: Revision) {
  return { at, actor, reason, ticket }
}

/** Drops the directory: a page must not show paths of the server. */
function fileName(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file
}

/** A version of the settings with its changes. */
export interface AllowlistVersion extends Revision {
  /**
   * Change against the version before, or against the initial settings; null where these are
   * unknown.
   */
  readonly change: MultiAccountChange | null
}

/** Recent versions of allowlist and limits. */
export interface AllowlistHistory {
  /** Newest first. */
  readonly entries: readonly AllowlistVersion[]
  /** Whether older versions exist. */
  readonly more: boolean
  /** Settings before version 1, when all versions are listed; null where they are unknown. */
  readonly start: MultiAccount | null
}

/** Lists the newest `limit` versions of allowlist and limits. Throws StoreError. */
export async function listAllowlistVersions(db: Db, limit: number): Promise<AllowlistHistory> {
  const revisions = await listRevisions(db, limit + 1)
  const start = revisions.length > limit ? null : await readInitialSettings(db, revisions.at(-1))
  const entries = revisions.slice(0, limit).map((revision, index) => {
    const before = revisions[index + 1]?.multiAccount ?? start
    return { ...revision, change: before && changeBetween(before, revision.multiAccount) }
  })
  return { entries, more: revisions.length > limit, start }
}

/** The audit entry of the first version holds the settings before it; no version does. */
async function readInitialSettings(db: Db, first: Revision | undefined): Promise<MultiAccount | null> {
  if (!first) return null
  const filter = { action: CHANGE_ALLOWLIST, actor: first.actor, to: new Date(Date.parse(first.at) + 1) }
  const [entry] = await listAudit(db, filter, { limit: 1 })
  return settingsFromJson(entry?.before)
}
