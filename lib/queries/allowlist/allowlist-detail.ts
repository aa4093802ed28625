import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { Revision } from '#lib/store/multi-account.ts'
import { type Consequences, consequencesOf } from './consequences.ts'

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
    set: revision && whoSet(revision),
    start: nameOf(start.file),
    state: consequencesOf(context, multiAccount),
  }
}

function whoSet({ at, actor, reason, ticket }: Revision) {
  return { at, actor, reason, ticket }
}

/** Where the file is on the server is nobody's business. */
function nameOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file
}
