import { useQuery } from '@tanstack/react-query'
import { historyQuery } from '#app/data/history-query.ts'
import { DEFAULT_WINDOW, type Runway, type Window } from '#lib/hap/pools/alarm.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { useHistoryWindow } from './use-history-window.ts'

interface Lasting {
  readonly runway: Runway
  readonly window: Window
}

/**
 * How long a pool lasts by the days that were chosen on the page; undefined where these are the ones its row goes by already, and until
 * it is known. `only`: the key of the one pool that is asked about.
 */
export function useLasting(only: string | null = null): (row: Pick<PoolRow, 'key' | 'water'>) => Lasting | undefined {
  const [window] = useHistoryWindow()
  const { data } = useQuery({ ...historyQuery(window, only), enabled: window !== DEFAULT_WINDOW })
  return ({ key, water }) => {
    const runway = water === null || window === DEFAULT_WINDOW ? undefined : data?.runways[key]
    return data && runway ? { runway, window: data.window } : undefined
  }
}
