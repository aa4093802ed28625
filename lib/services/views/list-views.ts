import type { User } from '#lib/auth/session.ts'
import { listPagePath } from '#lib/paths.ts'
import { VIEW_PAGES, viewQuery } from '#lib/queries/views/view-address.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { ViewRow } from './view-row.ts'
import { mayDelete, type ViewContext, viewsOf } from './views.ts'

/** A view as pages show it. */
export interface ListedView {
  readonly id: string
  readonly name: string
  /** Leads to the page as it was left. */
  readonly href: string
  readonly shared: boolean
  readonly own: boolean
  /** Who made it. */
  readonly by: string
  readonly mayDelete: boolean
}

/** Builds the context of the services that change views. */
export function buildViewContext(
  { store, audit }: Omit<ViewContext, 'requestId' | 'queryOf'>,
  requestId: string | null,
): ViewContext {
  return { store, audit, requestId, queryOf }
}

/** A view for somebody who may open it. */
export function buildListedView(view: ViewRow, user: User): ListedView {
  const { id, name, page, query, shared, owner, ownerName } = view
  const href = listPagePath(page, query)
  return { id, name, href, shared, own: owner === user.id, by: ownerName, mayDelete: mayDelete(view, user) }
}

/** The views of a page for somebody. Throws RefusedError for a page without views, StoreError. */
export async function listViews(
  context: Parameters<typeof viewsOf>[0],
  page: string,
  user: User,
): Promise<readonly ListedView[]> {
  const views = await viewsOf(context, user, viewPage(page))
  return views.map(view => buildListedView(view, user))
}

function viewPage(text: string) {
  const page = VIEW_PAGES.find(each => each === text)
  if (page === undefined) throw new RefusedError(400, `page: must be one of ${VIEW_PAGES.join(', ')}`)
  return page
}

function queryOf(page: string, text: string): string {
  const result = viewQuery(viewPage(page), text)
  if ('problem' in result) throw new RefusedError(400, `query: ${result.problem}`)
  return result.query
}
