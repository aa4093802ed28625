'use client'

import { type DehydratedState, HydrationBoundary, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLiveConnection } from './live-provider.tsx'

interface HydratedProps {
  readonly state: DehydratedState
  /** Version of the data in `state`, see lib/util/moment.ts. */
  readonly moment: string
  readonly children: ReactNode
}

/**
 * Hydrates the queries that the server loaded, and refetches them when the browser already knows a
 * later moment.
 */
export function Hydrated({ state, moment, children }: HydratedProps) {
  const queries = useQueryClient()
  const connection = useLiveConnection()
  useEffect(() => {
    if (connection && isBefore(moment, connection.moment())) void queries.invalidateQueries({ type: 'active' })
  }, [queries, connection, moment])
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>
}

/** Moments of two processes have no order, so data of another process counts as outdated. */
function isBefore(moment: string, other: string): boolean {
  const [process, ...numbers] = moment.split('.', 3)
  const [otherProcess, ...others] = other.split('.')
  return process !== otherProcess || numbers.some((number, place) => Number(number) < Number(others[place]))
}
