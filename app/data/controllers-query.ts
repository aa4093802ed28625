import { queryOptions } from '@tanstack/react-query'
import type { ControllersView } from '#lib/queries/operators/controllers.ts'
import { fetchJson } from './fetch-json.ts'

/** No event tells of metrics, nor of who leads. */
const AGAIN_MS = 10_000

/** Who leads the operators, and what the controllers of the process that answers do. */
export function controllersQuery() {
  return queryOptions({
    queryKey: ['controllers'],
    queryFn: ({ signal }) => fetchJson<ControllersView>('/api/v1/operators/controllers', signal),
    refetchInterval: AGAIN_MS,
  })
}
