'use server'

import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireRole } from '#lib/auth/session.ts'
import {
  type DraftPreview,
  parseDraftQuestion,
  parseRowsQuestion,
  previewDraft,
  type RowsQuestion,
  validateImport,
} from '#lib/queries/impact/draft-impact.ts'
import {
  formatImpactFile,
  groupByGlobalAccount,
  type ImpactAccount,
  type ImpactRow,
  listImpactRows,
} from '#lib/queries/impact/impact-rows.ts'
import { buildImpactView, type ImpactView } from '#lib/queries/impact/impact-view.ts'
import { loadSeenRequests, type SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import type { ImportCheck } from '#lib/queries/shoots/imported-plans.ts'
import { runtime } from '#lib/runtime.ts'
import { buildFailedAction, type FailedAction } from '#lib/services/describe-error.ts'

/** The draft has errors; the editor shows them. */
interface Invalid {
  readonly kind: 'invalid'
}

interface Foreseen {
  readonly kind: 'impact'
  readonly view: ImpactView
  /** Clusters are missing that only the database knows. */
  readonly partial: boolean
  /** What the imported plans name that nobody knows; null without them. */
  readonly importCheck: ImportCheck | null
}

interface Rows {
  readonly kind: 'rows'
  readonly rows: readonly ImpactRow[]
  readonly hits: number
}

interface Accounts {
  readonly kind: 'accounts'
  readonly accounts: readonly ImpactAccount[]
  readonly hits: number
}

interface TextFile {
  readonly kind: 'file'
  readonly text: string
}

const WINDOW = 100

/** What a draft would do, in figures. For everybody who may sign in; writes nothing. */
export async function foreseeImpact(input: unknown): Promise<Foreseen | Invalid | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const question = parseDraftQuestion(input)
    const found = await previewDraft(runtime(), question)
    if (found === null) return { kind: 'invalid' }
    const { impact, population, semantics, partial } = found
    const importCheck = await validateImport(runtime(), question)
    return { kind: 'impact', view: buildImpactView(impact, population, semantics), partial, importCheck }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** The next rows behind one of the figures. For everybody who may sign in; writes nothing. */
export async function listImpact(input: unknown): Promise<Rows | Invalid | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const question = parseRowsQuestion(input)
    const found = await previewDraft(runtime(), question)
    if (found === null) return { kind: 'invalid' }
    const rows = rowsOf(found, question)
    return { kind: 'rows', rows: rows.slice(question.offset, question.offset + WINDOW), hits: rows.length }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** The next global accounts behind one of the figures. For everybody who may sign in; writes nothing. */
export async function listImpactAccounts(input: unknown): Promise<Accounts | Invalid | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const question = parseRowsQuestion(input)
    const found = await previewDraft(runtime(), question)
    if (found === null) return { kind: 'invalid' }
    const accounts = groupByGlobalAccount(rowsOf(found, question))
    const { offset } = question
    return { kind: 'accounts', accounts: accounts.slice(offset, offset + WINDOW), hits: accounts.length }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** All rows behind one of the figures, as CSV. For everybody who may sign in; writes nothing. */
export async function exportImpact(input: unknown): Promise<TextFile | Invalid | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const question = parseRowsQuestion(input)
    const found = await previewDraft(runtime(), question)
    if (found === null) return { kind: 'invalid' }
    return { kind: 'file', text: formatImpactFile(rowsOf(found, question), found.semantics) }
  } catch (error) {
    return buildFailedAction(error)
  }
}

function rowsOf({ impact }: DraftPreview, { choice, account }: RowsQuestion): readonly ImpactRow[] {
  const rows = listImpactRows(impact, choice)
  return account === null ? rows : rows.filter(({ asked }) => asked.globalAccount === account)
}

interface Seen {
  readonly kind: 'seen'
  readonly seen: SeenRequests
}

/** How clusters were requested, with plans from a file. For everybody who may sign in; writes nothing, and keeps nothing of the file. */
export async function seeRequests(input: unknown): Promise<Seen | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return { kind: 'seen', seen: await loadSeenRequests(runtime(), input) }
  } catch (error) {
    return buildFailedAction(error)
  }
}
