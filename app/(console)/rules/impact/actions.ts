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

/** The draft has errors, which the editor shows. */
interface Invalid {
  readonly kind: 'invalid'
}

interface ImpactAnswer {
  readonly kind: 'impact'
  readonly view: ImpactView
  /** Whether the database is unavailable, so that clusters which only it knows are missing. */
  readonly partial: boolean
  /** Names in the imported plans that the landscape does not know; null without an import. */
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

const PAGE_SIZE = 100

/** Previews the impact of a draft as figures. Any signed-in user may call it; it writes nothing. */
export async function previewImpact(input: unknown): Promise<ImpactAnswer | Invalid | FailedAction> {
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

/**
 * Returns the next page of rows behind a figure. Any signed-in user may call it; it writes nothing.
 */
export async function listImpact(input: unknown): Promise<Rows | Invalid | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const question = parseRowsQuestion(input)
    const found = await previewDraft(runtime(), question)
    if (found === null) return { kind: 'invalid' }
    const rows = listRows(found, question)
    return { kind: 'rows', rows: rows.slice(question.offset, question.offset + PAGE_SIZE), hits: rows.length }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/**
 * Returns the next page of global accounts behind a figure. Any signed-in user may call it; it
 * writes nothing.
 */
export async function listImpactAccounts(input: unknown): Promise<Accounts | Invalid | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const question = parseRowsQuestion(input)
    const found = await previewDraft(runtime(), question)
    if (found === null) return { kind: 'invalid' }
    const accounts = groupByGlobalAccount(listRows(found, question))
    const { offset } = question
    return { kind: 'accounts', accounts: accounts.slice(offset, offset + PAGE_SIZE), hits: accounts.length }
  } catch (error) {
    return buildFailedAction(error)
  }
}

/** Exports all rows behind a figure as CSV. Any signed-in user may call it; it writes nothing. */
export async function exportImpact(input: unknown): Promise<TextFile | Invalid | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    const question = parseRowsQuestion(input)
    const found = await previewDraft(runtime(), question)
    if (found === null) return { kind: 'invalid' }
    return { kind: 'file', text: formatImpactFile(listRows(found, question), found.semantics) }
  } catch (error) {
    return buildFailedAction(error)
  }
}

function listRows({ impact }: DraftPreview, { choice, account }: RowsQuestion): readonly ImpactRow[] {
  const rows = listImpactRows(impact, choice)
  return account === null ? rows : rows.filter(({ asked }) => asked.globalAccount === account)
}

interface RequestsAnswer {
  readonly kind: 'seen'
  readonly seen: SeenRequests
}

/**
 * Lists observed requests with plans from an imported file. Any signed-in user may call it; it
 * writes nothing and does not store the file.
 */
export async function loadRequests(input: unknown): Promise<RequestsAnswer | FailedAction> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return { kind: 'seen', seen: await loadSeenRequests(runtime(), input) }
  } catch (error) {
    return buildFailedAction(error)
  }
}
