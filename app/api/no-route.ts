import { problemResponse } from '#lib/http/problem-response.ts'
import { allowOf, apiRoute } from './routes.ts'

/** The answer to a request of the API that no route is for; null when there is one. Next.js itself would answer with a page, or with nothing. */
export function noRoute(method: string, pathname: string): Response | null {
  if (!/^\/api(\/|$)/.test(pathname) || /^\/api\/auth\//.test(pathname)) return null
  const route = apiRoute(pathname)
  if (route === null) return problemResponse(404, 'The API has no such address.')
  const allowed = allowOf(route)
  if (allowed.includes(method)) return null
  const allow = allowed.join(', ')
  return problemResponse(405, `This address does not take ${method}. It takes ${allow}.`, { allow })
}
