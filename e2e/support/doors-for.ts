import { RESOURCES } from '#lib/api/api.ts'
import type { Role } from '#lib/auth/roles.ts'

type Doors = Readonly<Record<string, Role | 'open'>>

const API_ROLES: Doors = Object.fromEntries(
  RESOURCES.flatMap(({ routes }) =>
    routes.map(({ method, path, role = 'viewer' }) => [`${method} /api/v1${path.replaceAll(/:(\w+)/g, '[$1]')}`, role]),
  ),
)

/** Who may call which method of a route; operations of the API declare their role. */
export const ROUTES_FOR: Doors = {
  ...API_ROLES,
  'GET /api/auth/[...nextauth]': 'open',
  'POST /api/auth/[...nextauth]': 'open',
  'GET /healthz': 'open',
  'POST /healthz': 'open',
  'GET /readyz': 'open',
  'POST /readyz': 'open',
}

/** Who may open which page. */
export const PAGES_FOR: Doors = {
  '/': 'viewer',
  '/[...unknown]': 'viewer',
  '/allowlist': 'viewer',
  '/approvals': 'viewer',
  '/audit': 'viewer',
  '/audit/[seq]': 'viewer',
  '/bindings': 'viewer',
  '/bindings/[kind]': 'viewer',
  '/bindings/[kind]/[name]': 'viewer',
  '/global-accounts': 'viewer',
  '/global-accounts/[id]': 'viewer',
  '/jobs': 'viewer',
  '/jobs/[id]': 'viewer',
  '/operators': 'viewer',
  '/operators/cleaning': 'viewer',
  '/operators/clusters': 'viewer',
  '/operators/clusters/[name]': 'viewer',
  '/operators/kubeconfigs': 'viewer',
  '/operators/kubeconfigs/[name]': 'viewer',
  '/operators/subscription-requests': 'viewer',
  '/operators/subscription-requests/[name]': 'viewer',
  '/operators/waiting': 'viewer',
  '/pools': 'viewer',
  '/pools/[key]': 'viewer',
  '/rules': 'viewer',
  '/rules/revisions/[n]': 'viewer',
  '/settings': 'viewer',
  '/settings/sessions': 'viewer',
  '/settings/tokens': 'viewer',
  '/shoots': 'viewer',
  '/sign-in': 'open',
  '/sign-in/no-access': 'open',
  '/simulator': 'viewer',
}

/** Who may call which action of a page. */
export const ACTIONS_FOR: Doors = {
  approveProposal: 'operator',
  cancelJob: 'operator',
  changedBy: 'viewer',
  compareMatrix: 'viewer',
  compareOneRequest: 'viewer',
  editView: 'viewer',
  endToken: 'admin',
  endOneSession: 'admin',
  dryRunSample: 'viewer',
  evaluate: 'viewer',
  evaluateMatrix: 'viewer',
  exportImpact: 'viewer',
  getStoredLink: 'viewer',
  listImpact: 'viewer',
  listImpactAccounts: 'viewer',
  loadRequests: 'viewer',
  makeToken: 'admin',
  offersOf: 'viewer',
  performAction: 'operator',
  planOf: 'viewer',
  previewAction: 'operator',
  previewAllowlist: 'viewer',
  previewImpact: 'viewer',
  previewProposal: 'operator',
  publishDraft: 'admin',
  readAllowlistFile: 'admin',
  removeView: 'viewer',
  rollBack: 'admin',
  saveAllowlist: 'admin',
  saveView: 'viewer',
  startBulk: 'operator',
  storeLink: 'viewer',
  writeRules: 'admin',
}
