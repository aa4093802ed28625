import { API_ROUTES } from '#app/api/routes.ts'

const API = Object.keys(API_ROUTES).map(
  address => [new RegExp(`^${address.replaceAll(/:\w+/g, '[^/]+')}/?$`), address] as const,
)

/** First parts of the addresses of pages, and of what answers about the console itself. */
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
 * Which of a bounded list of routes an address is of, for metrics: an address of the API with its names as `:name`, a page by its
 * first part, and everything else, whatever somebody tries, as `other`.
 */
function routeName(pathname: string): string {
  if (pathname.startsWith('/_next/')) return 'static'
  if (pathname.startsWith('/api/auth/')) return '/api/auth'
  if (pathname.startsWith('/api/')) return API.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'other'
  const [, first = '', ...rest] = pathname.replace(/\/$/, '').split('/')
  if (first === '') return '/'
  if (!FIRST_PARTS.has(first)) return 'other'
  return rest.length === 0 ? `/${first}` : `/${first}/…`
}

export const ROUTE_NAMES = { of: routeName, endless: '/api/v1/events' } as const
