import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './fetch-json.ts'

const RETRIES = 2

/**
 * Creates the query client. Data is never stale by age, because events invalidate it. Responses of
 * the server are not retried.
 */
export function createQueryClient(): QueryClient {
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

/**
 * Polling interval for data of the database, which the server's events do not cover
 * (docs/decisions/012).
 */
export const POLL_MS = 5_000
