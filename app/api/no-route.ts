import { problemResponse } from '#lib/http/problem-response.ts'
import { allowOf, apiRoute } from './routes.ts'

/**
 * Answers an API request without a route; null when a route exists. Next.js would answer with an
 * HTML page or an empty body.
 */
export function noRoute(method: string, pathname: string): Response | null {
  if (!/^\/api(\/|$)/.test(pathname) || /^\/api\/auth\//.test(pathname)) return null
  const route = apiRoute(pathname)
  if (route === null) return problemResponse(404, 'The API has no such address.')
  const allowed = allowOf(route)
  if (allowed.includes(method)) return null
  const allow = allowed.join(', ')
  return problemResponse(405, `This address does not take ${method}. It takes ${allow}.`, { allow })
}
