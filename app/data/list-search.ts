import type { ListRequest } from '#lib/queries/lists/list-window.ts'

/** What the address of a list page asks for. */
export type ListSearch = Pick<ListRequest, 'q' | 'sort'>

/** Parameters of an address as Next.js gives them to a page. */
export type SearchParams = Readonly<Record<string, string | string[] | undefined>>

/** Characters of a column's name; no column has a longer one, and the route refuses it. */
const MOST_OF_SORT = 40

/** What a list page asks for, on the server. */
export function listSearch(params: SearchParams): ListSearch {
  return searchOf(parameter(params, 'q'), parameter(params, 'sort'))
}

/** The same from the parameters' texts, so that server and browser ask for the same list. */
export function searchOf(q: string, sort: string): ListSearch {
  return { q, sort: sort.slice(0, MOST_OF_SORT) }
}

/** One parameter, the first where it is given several times, as the browser reads it too; empty when it is not there. */
export function parameter(params: SearchParams, name: string): string {
  const value = Object.hasOwn(params, name) ? params[name] : undefined
  return (typeof value === 'string' ? value : value?.[0]) ?? ''
}
