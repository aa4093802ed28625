import { queryOptions } from '@tanstack/react-query'
import { fetchApi } from './fetch-json.ts'

/** A claim with its reasoning. */
export function claimQuery(id: string) {
  return queryOptions({
    queryKey: ['claim', id],
    queryFn: ({ signal }) => fetchApi('/claims/:id', { params: { id } }, signal),
  })
}
