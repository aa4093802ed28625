import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import type { ImpactSummary } from '#lib/hap/impact/impact.ts'
import { keepRules } from '#lib/store/claims/rules-revision.ts'
import type { Db } from '#lib/store/database/client.ts'
import { isUniqueViolation } from '#lib/store/failure/classify.ts'
import { Prisma } from '#lib/store/generated/prisma/client.ts'
import { keepable } from '#lib/store/keepable.ts'
import type { Store } from '#lib/store/store.ts'
import { latestNumber, latestPublication, type Publication, publicationAt } from './publication.ts'

/** Rules under the name claims give them. */
export interface NamedRules {
  readonly revision: string
  /** In their order and canonical writing. */
  readonly texts: readonly string[]
}

export interface PublicationDraft {
  /** Number the author looked at; 0 = there was none. */
  readonly basedOn: number
  readonly rules: NamedRules
  /** In force before the first publication; the others have theirs before. */
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
  /** Intent of the publication in the audit chain. */
  readonly auditSeq?: bigint
}

/** Published, or somebody else was first: then what the author looked at, and what is in force now. */
type SaveResult =
  | { readonly saved: Publication }
  | { readonly base: Publication | null; readonly current: Publication | null }

/** Makes the next publication unless there is one the author has not seen. */
export async function savePublication(store: Store, draft: PublicationDraft): Promise<SaveResult> {
  try {
    return await store.transaction(async tx => {
      const number = await latestNumber(tx)
      if (number !== draft.basedOn) return rivals(tx, draft)
      return { saved: await insert(tx, draft) }
    })
  } catch (error) {
    // A rival whose commit our snapshot could not see.
    if (!isUniqueViolation(error, 'rules_publication_pkey')) throw error
    return rivals(store.db, draft)
  }
}

async function rivals(db: Db, { basedOn }: PublicationDraft): Promise<SaveResult> {
  return { base: await publicationAt(db, basedOn), current: await latestPublication(db) }
}

async function insert(tx: Db, draft: PublicationDraft): Promise<Publication> {
  const { basedOn, rules, start, impact, cases, auditSeq = null, ...rest } = draft
  const number = basedOn + 1
  const before = await publicationAt(tx, basedOn)
  await keepRules(tx, rules.revision, rules.texts)
  if (before === null) await keepRules(tx, start.revision, start.texts)
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

/** A document of cases may write any character, by its number. */
function keepableCase({ name, passed, expected, actual }: CaseResult) {
  return { name: keepable(name), passed, expected: keepable(expected), actual: keepable(actual) }
}
