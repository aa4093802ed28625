import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './fetch-json.ts'

const RETRIES = 2

/** Events say when something is out of date, so nothing gets stale by time alone. An answer of the server is not asked for twice. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < RETRIES && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      },
    },
  })
}
