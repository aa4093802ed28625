import type { Instrumentation } from 'next'
import { ACTION_HEADER } from '#app/request-refusals.ts'
import { pageActions } from '#lib/services/audit/page-actions.ts'

/** Starts the runtime once per server process, before the first request. An invalid setting ends the process with the reason. */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a constant of the bundler, which removes the runtime from the edge bundle
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
 * Records an action call that Next.js could not read, for example with a broken body. The console's actions do not
 * throw, so the action itself did not start.
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
