import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { seenRequestsQuery } from '#app/data/rules-queries.ts'
import type { SeenRequests } from '#lib/queries/rules/seen-requests.ts'
import { seeRequests } from './coverage/actions.ts'
import { answered } from './impact/page-question.ts'
import { useImport } from './impact/use-import.ts'

/** How clusters were requested, to hold the draft against; with the plans this person imported, as the impact has them. */
export function useSeen(): Pick<UseQueryResult<SeenRequests>, 'data' | 'error' | 'refetch'> {
  const { imported } = useImport()
  const shared = useQuery({ ...seenRequestsQuery(), enabled: imported === null })
  const own = useQuery({
    queryKey: [...seenRequestsQuery().queryKey, imported?.id],
    queryFn: async () => (await answered(seeRequests({ imported: imported?.text ?? '' }))).seen,
    enabled: imported !== null,
    placeholderData: () => shared.data,
    gcTime: 60_000,
  })
  return imported === null ? shared : own
}
