import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { withQuery } from '#lib/paths.ts'
import type { KnownGlobalAccount } from '#lib/queries/simulator/request-options.ts'
import { fetchJson } from './fetch-json.ts'

export function globalAccountsQuery(start: string) {
  return queryOptions({
    queryKey: ['global-accounts', start],
    queryFn: ({ signal }) =>
      fetchJson<{ globalAccounts: readonly KnownGlobalAccount[] }>(
        withQuery('/api/v1/global-accounts', { start }),
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}
