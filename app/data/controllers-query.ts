import { queryOptions } from '@tanstack/react-query'
import { fetchApi } from './fetch-json.ts'

/** Polling interval, because no event announces metrics or a new leader. */
const AGAIN_MS = 10_000

/** Leader of the operators, and the state of the controllers in the answering process. */
export function controllersQuery() {
  return queryOptions({
    queryKey: ['controllers'],
    queryFn: ({ signal }) => fetchApi('/operators/controllers', {}, signal),
    refetchInterval: AGAIN_MS,
  })
}
