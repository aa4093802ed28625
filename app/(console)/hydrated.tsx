'use client'

import { type DehydratedState, HydrationBoundary, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLiveConnection } from './live-provider.tsx'

interface HydratedProps {
  readonly state: DehydratedState
  /** What `state` was read from, see momentOf. */
  readonly moment: string
  readonly children: ReactNode
}

/** Takes over what the server read. When this browser has heard of a later moment meanwhile, it reads again. */
export function Hydrated({ state, moment, children }: HydratedProps) {
  const queries = useQueryClient()
  const connection = useLiveConnection()
  useEffect(() => {
    if (connection && isBefore(moment, connection.moment())) void queries.invalidateQueries({ type: 'active' })
  }, [queries, connection, moment])
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>
}

/** Moments of two processes have no order; the data is then taken for old. */
function isBefore(moment: string, other: string): boolean {
  const [process, ...numbers] = moment.split('.', 3)
  const [otherProcess, ...others] = other.split('.')
  return process !== otherProcess || numbers.some((number, place) => Number(number) < Number(others[place]))
}
