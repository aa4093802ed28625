import { randomUUID } from 'node:crypto'
import { mayActAs } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { listPagePath } from '#lib/paths.ts'
import { parseViewQuery, VIEW_PAGES } from '#lib/queries/view-query.ts'
import { MAX_SHARED_VIEWS } from '#lib/search/list-part.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Db } from '#lib/store/database/client.ts'
import { isUniqueViolation } from '#lib/store/database/store-errors.ts'
import type { Prisma } from '#lib/store/generated/prisma/client.ts'
import type { Store } from '#lib/store/store.ts'
import { lockKeys } from '#lib/store/transaction.ts'
import {
  auditedView,
  parseNewView,
  parseViewChange,
  recordedView,
  VIEW_COLUMNS,
  VIEW_ENTRIES,
  type ViewRow,
  viewFields,
} from './saved-view.ts'
import { createSharingLimit } from './sharing-limit.ts'

/** Maximum number of views of one user on one page. */
export const MAX_VIEWS = 50

interface ViewContext {
  readonly store: Store
  readonly audit: AuditLog
  readonly requestId: string | null
  /** See createSharingLimit. */
  readonly mayChangeShared: (user: User) => boolean
  /**
   * Normalises the query of a page. Throws RefusedError for a page without views, and for an
   * invalid query.
   */
  readonly queryOf: (page: string, text: string) => string
}

/**
 * The views of a page that a user may open: all of their own, and the first MAX_SHARED_VIEWS that others
 * share. Throws StoreError.
 */
export async function viewsOf(
  { store }: Pick<ViewContext, 'store'>,
  user: User,
  page: string,
): Promise<readonly ViewRow[]> {
  const { savedView } = store.db
  const orderBy = [{ name: 'asc' }, { id: 'asc' }] satisfies Prisma.SavedViewOrderByWithRelationInput[]
  const own = await savedView.findMany({ where: { page, owner: user.id }, select: VIEW_COLUMNS, orderBy })
  const shared = { page, shared: true, owner: { not: user.id } }
  const others = await savedView.findMany({ where: shared, select: VIEW_COLUMNS, orderBy, take: MAX_SHARED_VIEWS })
  return [...own, ...others]
}

/**
 * Even a single statement runs in a transaction: only then its outcome is known if the connection
 * breaks.
 */
const READ_COMMITTED = { isolation: 'read-committed' } as const

/** Saves the query of a list page under a name. Throws RefusedError, StoreError. */
export async function createView(context: ViewContext, user: User, input: unknown): Promise<ViewRow> {
  const attempt = { action: VIEW_ENTRIES.save, id: null }
  const { page, name, query, shared } = await recordedView(context, user, attempt, () => {
    const order = parseNewView(input)
    return { ...order, query: context.queryOf(order.page, order.query) }
  })
  const data = { id: randomUUID(), owner: user.id, ownerName: user.name, page, name, query, shared }
  const create = () => insert(context.store, data)
  if (!shared) return recordedView(context, user, attempt, create)
  return auditedView(context, user, { action: VIEW_ENTRIES.share, id: data.id, after: viewFields(data) }, create)
}

function insert(store: Store, data: ViewRow): Promise<ViewRow> {
  const { owner, page } = data
  return refuseTakenName(() =>
    store.transaction(async tx => {
      await lockKeys(tx, [`views of ${owner}`])
      if ((await tx.savedView.count({ where: { owner, page } })) >= MAX_VIEWS)
        throw new RefusedError(409, `You already have ${MAX_VIEWS} views of this page. Delete one first.`)
      return tx.savedView.create({ data, select: VIEW_COLUMNS })
    }, READ_COMMITTED),
  )
}

/** Changes name, query or sharing of the user's own view. Throws RefusedError, StoreError. */
export async function changeView(
  context: ViewContext,
  user: User,
  { id, input }: { readonly id: string; readonly input: unknown },
): Promise<ViewRow> {
  const { store, queryOf } = context
  const { change, share, unshare } = VIEW_ENTRIES
  const attempt = { action: change, id }
  const { view, data } = await recordedView(context, user, attempt, async () => {
    const { name, query, shared } = parseViewChange(input)
    const view = await requireView(store.db, user, id)
    if (view.owner !== user.id) throw new RefusedError(403, `This view is ${view.ownerName}'s. Save one of your own.`)
    const data = {
      ...(name !== undefined && { name }),
      ...(shared !== undefined && { shared }),
      ...(query !== undefined && { query: queryOf(view.page, query) }),
    }
    return { view, data }
  })
  const update = () => refuseTakenName(() => updateAsFound(store, view, data))
  const after = { ...view, ...data }
  if (!view.shared && !after.shared) return recordedView(context, user, attempt, update)
  const action = !view.shared ? share : after.shared ? change : unshare
  return auditedView(context, user, { action, id, before: viewFields(view), after: viewFields(after) }, update)
}

/**
 * Updates the view only while its sharing is as it was read, since each change of a shared view is
 * recorded.
 */
async function updateAsFound(store: Store, { id, shared }: ViewRow, data: Partial<ViewRow>): Promise<ViewRow> {
  const where = { id, shared }
  const update = { where, data, select: VIEW_COLUMNS }
  const [updated] = await store.transaction(tx => tx.savedView.updateManyAndReturn(update), READ_COMMITTED)
  if (updated === undefined) throw changedRefusal()
  return updated
}

function changedRefusal(): RefusedError {
  return new RefusedError(409, 'This view was deleted, or its sharing was changed. Reload the list of views.')
}

/**
 * Deletes the user's own view; an admin may delete a shared view of another user. Throws
 * RefusedError, StoreError.
 */
export async function deleteView(context: Omit<ViewContext, 'queryOf'>, user: User, id: string): Promise<void> {
  const { store } = context
  const action = VIEW_ENTRIES.delete
  const view = await recordedView(context, user, { action, id }, async () => {
    const view = await requireView(store.db, user, id)
    if (!mayDelete(view, user))
      throw new RefusedError(403, `This view is ${view.ownerName}'s. Only they or an admin can delete it.`)
    return view
  })
  const remove = () => removeAsFound(store, view)
  if (view.shared) await auditedView(context, user, { action, id, before: viewFields(view) }, remove)
  else await remove()
}

/**
 * Deletes the view only while its sharing is as it was read: only its owner may delete one that is
 * no longer shared. A view that is gone counts as deleted.
 */
async function removeAsFound(store: Store, { id, shared }: ViewRow): Promise<void> {
  await store.transaction(async tx => {
    const { count } = await tx.savedView.deleteMany({ where: { id, shared } })
    if (count === 0 && (await tx.savedView.count({ where: { id } })) > 0) throw changedRefusal()
  }, READ_COMMITTED)
}

/** Whether a user may delete a view that they may open. */
function mayDelete({ owner }: Pick<ViewRow, 'owner'>, user: User): boolean {
  return owner === user.id || mayActAs(user.role, 'admin')
}

/** A view that another user does not share is reported as missing. */
async function requireView(db: Db, user: User, id: string): Promise<ViewRow> {
  const isId = /^[\w-]{1,64}$/.test(id)
  const view = isId ? await db.savedView.findUnique({ where: { id }, select: VIEW_COLUMNS }) : null
  if (view === null || (view.owner !== user.id && !view.shared)) throw new RefusedError(404, 'There is no such view.')
  return view
}

async function refuseTakenName<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new RefusedError(409, 'You already have a view with this name. Choose another name, or replace that view.')
  }
}

/** A view as pages show it. */
export interface ListedView {
  readonly id: string
  readonly name: string
  /** URL of the page with the view's query. */
  readonly href: string
  readonly shared: boolean
  readonly own: boolean
  /** Name of the owner. */
  readonly by: string
  readonly mayDelete: boolean
}

/** A user's request to change a view. */
interface ViewCall {
  readonly user: User
  /** Id of the HTTP request, for the audit log. */
  readonly requestId: string | null
}

/** Saved views of list pages. The methods throw RefusedError, StoreError. */
export interface ViewService {
  /** Lists the views of a page that a user may open. */
  list(page: string, user: User): Promise<readonly ListedView[]>
  create(call: ViewCall, input: unknown): Promise<ListedView>
  change(call: ViewCall, id: string, input: unknown): Promise<ListedView>
  delete(call: ViewCall, id: string): Promise<void>
}

/** Creates the service from the database and the audit log of this process. */
export function createViewService({ store, audit }: Pick<ViewContext, 'store' | 'audit'>): ViewService {
  const mayChangeShared = createSharingLimit()
  const contextOf = ({ requestId }: ViewCall): ViewContext => ({ store, audit, requestId, mayChangeShared, queryOf })
  return {
    async list(page, user) {
      const views = await viewsOf({ store }, user, viewPage(page))
      return views.map(view => buildListedView(view, user))
    },
    create: async (call, input) => buildListedView(await createView(contextOf(call), call.user, input), call.user),
    change: async (call, id, input) =>
      buildListedView(await changeView(contextOf(call), call.user, { id, input }), call.user),
    delete: (call, id) => deleteView(contextOf(call), call.user, id),
  }
}

/** Converts a view for a user who may open it. */
function buildListedView(view: ViewRow, user: User): ListedView {
  const { id, name, page, query, shared, owner, ownerName } = view
  const href = listPagePath(page, query)
  return { id, name, href, shared, own: owner === user.id, by: ownerName, mayDelete: mayDelete(view, user) }
}

function viewPage(text: string) {
  const page = VIEW_PAGES.find(each => each === text)
  if (page === undefined) throw new RefusedError(400, `page: must be one of ${VIEW_PAGES.join(', ')}`)
  return page
}

function queryOf(page: string, text: string): string {
  const result = parseViewQuery(viewPage(page), text)
  if ('problem' in result) throw new RefusedError(400, `query: ${result.problem}`)
  return result.query
}
