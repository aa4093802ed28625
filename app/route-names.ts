import { API_ROUTES } from '#lib/api/api.ts'

/** First path segments of the pages and of the endpoints about the console itself. */
const FIRST_PARTS: ReadonlySet<string> = new Set([
  'allowlist',
  'approvals',
  'audit',
  'bindings',
  'global-accounts',
  'healthz',
  'jobs',
  'operators',
  'pools',
  'readyz',
  'rules',
  'settings',
  'shoots',
  'sign-in',
  'simulator',
])

/**
 * Maps an address to one of a bounded set of routes for metrics: API routes with their `:name`
 * parameters, pages by their first segment, and `other` for everything else.
 */
function routeName(pathname: string): string {
  if (pathname.startsWith('/_next/')) return 'static'
  if (pathname.startsWith('/api/auth/')) return '/api/auth'
  if (pathname.startsWith('/api/')) return API_ROUTES.find(pathname)?.path ?? 'other'
  const [, first = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  if (first === '') return '/'
  if (!FIRST_PARTS.has(first)) return 'other'
  return rest.length === 0 ? `/${first}` : `/${first}/…`
}

export const ROUTE_NAMES = { of: routeName, stream: '/api/v1/events' } as const
