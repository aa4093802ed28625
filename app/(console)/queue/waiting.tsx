import type { UseQueryResult } from '@tanstack/react-query'
import type { Queue } from '#lib/queries/pools/queues.ts'
import { QueryFailure } from '../read-failure.tsx'
import { WaitingPanel, type WaitingPanelProps } from './waiting-panel.tsx'

interface WaitingProps extends Pick<WaitingPanelProps, 'about'> {
  readonly query: Pick<UseQueryResult<Queue>, 'data' | 'error' | 'refetch'>
}

/** Waiting claims. Cached ones stay visible when the query fails. */
export function Waiting({ query, about }: WaitingProps) {
  return (
    <>
      <QueryFailure what="Which claims wait" query={query} />
      {query.data && <WaitingPanel queue={query.data} about={about} />}
    </>
  )
}
