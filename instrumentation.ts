import type { Instrumentation } from 'next'
import { ACTION_HEADER } from '#app/request-refusals.ts'
import { pageActions } from '#lib/services/audit/page-actions.ts'

/** Starts the runtime once per server process, before the first request; a wrong setting ends the process with its reason. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a constant of the bundler, which thereby leaves the runtime out of the edge bundle
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { isBuild } = await import('#lib/env.ts')
  if (isBuild()) return
  const [{ startRuntime }, { ROUTE_NAMES }, { API_ROUTES }, { provideApiRoutes }] = await Promise.all([
    import('#lib/runtime/start.ts'),
    import('#app/route-names.ts'),
    import('#lib/api/api.ts'),
    import('#lib/http/api-routes.ts'),
  ])
  provideApiRoutes(API_ROUTES)
  await startRuntime(ROUTE_NAMES)
}

/**
 * Records a call of an action that Next.js could not read, a broken body for example. No action of the console throws: what fails
 * here never began.
 */
export const onRequestError: Instrumentation.onRequestError = async (_, { path, headers }, { routeType }) => {
  if (routeType !== 'action') return
  await pageActions()?.refused({
    page: path,
    actionId: single(headers[ACTION_HEADER]),
    cookie: single(headers.cookie),
    why: 'The call could not be read, so nothing was done.',
  })
}

function single(value: string | readonly string[] | undefined): string | null {
  return typeof value === 'object' ? value.join('; ') : (value ?? null)
}
