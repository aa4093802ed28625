import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { type Consequences, consequencesOf } from '#lib/queries/allowlist/consequences.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { runtime } from '#lib/runtime.ts'
import type { Revision } from '#lib/store/multi-account/revision.ts'

/** Allowlist and limits in force, where they come from, and what they mean for the inventory. */
export interface AllowlistAnswer {
  /** Of the database; 0 before the first one, as long as the settings of a file are in force. */
  readonly version: number
  readonly multiAccount: MultiAccount
  /** Who set them; null where a file did. */
  readonly set: Pick<Revision, 'at' | 'actor' | 'reason' | 'ticket'> | null
  /** Name of the file, or of the default; null where somebody set them. */
  readonly file: string | null
  readonly state: Consequences
}

/** What the page of allowlist and limits shows. */
export function allowlistAnswer(context: QueryContext): AllowlistAnswer {
  const { source, version } = runtime().multiAccount
  const { multiAccount } = context.rules
  const common = { version, multiAccount, state: consequencesOf(context, multiAccount) }
  if (source.kind === 'file') return { ...common, set: null, file: nameOf(source.file) }
  const { at, actor, reason, ticket } = source.revision
  return { ...common, set: { at, actor, reason, ticket }, file: null }
}

/** Where the file is on the server is nobody's business. */
function nameOf(file: string): string {
  return file.split(/[\\/]/).at(-1) ?? file
}
