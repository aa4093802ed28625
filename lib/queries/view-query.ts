import { isOneLine } from '#lib/hap/text.ts'
import { queryText } from '#lib/paths.ts'
import type { SearchField } from '#lib/search/field.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { APPROVAL_LIST } from '#lib/store/approvals.ts'
import { JOB_LIST } from '#lib/store/jobs/job-list.ts'
import { AUDIT_LIST } from './audit/audit-list.ts'
import { BINDING_LIST } from './bindings/binding-list.ts'
import { CLEANING_LIST } from './bindings/cleaning-list.ts'
import { GLOBAL_ACCOUNT_LIST } from './global-accounts/global-account-list.ts'
import type { ListShape } from './lists/list-window.ts'
import { CLUSTER_LIST } from './operators/cluster-list.ts'
import { KUBECONFIG_LIST } from './operators/kubeconfig-list.ts'
import { SUBSCRIPTION_LIST } from './operators/subscription-list.ts'
import { POOL_LIST } from './pools/pool-list.ts'
import { SHOOT_LIST } from './shoots/shoot-list.ts'

/** List pages with saved views, by the path of their address. */
export const VIEW_PAGES = [
  'bindings',
  'pools',
  'shoots',
  'global-accounts',
  'audit',
  'jobs',
  'approvals',
  'operators/clusters',
  'operators/subscription-requests',
  'operators/kubeconfigs',
  'operators/cleaning',
] as const

export type ViewPage = (typeof VIEW_PAGES)[number]

interface PageShape {
  readonly fields: readonly SearchField[]
  /** Columns that can sort it. */
  readonly sorts: readonly string[]
}

const shapeOf = <Item>({ fields, orders }: Pick<ListShape<Item>, 'fields' | 'orders'>): PageShape => ({
  fields,
  sorts: Object.keys(orders),
})

const PAGES: Readonly<Record<ViewPage, PageShape>> = {
  bindings: shapeOf(BINDING_LIST),
  pools: shapeOf(POOL_LIST),
  shoots: shapeOf(SHOOT_LIST),
  'global-accounts': shapeOf(GLOBAL_ACCOUNT_LIST),
  'operators/clusters': shapeOf(CLUSTER_LIST),
  'operators/subscription-requests': shapeOf(SUBSCRIPTION_LIST),
  'operators/kubeconfigs': shapeOf(KUBECONFIG_LIST),
  'operators/cleaning': shapeOf(CLEANING_LIST),
  audit: shapeOf(AUDIT_LIST),
  jobs: { fields: JOB_LIST.fields, sorts: JOB_LIST.sorts },
  approvals: { fields: APPROVAL_LIST.fields, sorts: APPROVAL_LIST.sorts },
}

/**
 * Parameters of a list page in the order of saved views: search, sort, columns, collapsed groups.
 */
const PARAMETERS = ['q', 'sort', 'cols', 'closed'] as const

const MAX_CHARACTERS = 6_000
const MAX_PARAMETER_LENGTH = 500

/**
 * Normalizes the query of a list page for a view, or reports why it is invalid. Parameters of other
 * pages are dropped.
 */
export function parseViewQuery(
  page: ViewPage,
  text: string,
): { readonly query: string } | { readonly problem: string } {
  if (text.length > MAX_CHARACTERS) return { problem: `The address has more than ${MAX_CHARACTERS} characters.` }
  const given = new URLSearchParams(text)
  const value = (name: string) => given.get(name) ?? ''
  const [error] = parseSearch(value('q'), PAGES[page].fields).errors
  if (error) return { problem: error.message }
  const sort = value('sort')
  if (sort !== '' && !PAGES[page].sorts.includes(sort.replace(/^-/, ''))) return { problem: 'Unknown sort order.' }
  const parameters = PARAMETERS.flatMap(name => (value(name) === '' ? [] : [[name, value(name)]]))
  if (parameters.some(([name, each = '']) => !isOneLine(each) || (name !== 'q' && each.length > MAX_PARAMETER_LENGTH)))
    return { problem: 'The address has parameters that no list page uses.' }
  return { query: queryText(new URLSearchParams(parameters)) }
}
