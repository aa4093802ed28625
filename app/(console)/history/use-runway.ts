import { useQuery } from '@tanstack/react-query'
import { historyQuery } from '#app/data/overview-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { DEFAULT_WINDOW, parseWindow, type Runway, type Window } from '#lib/hap/pools/alarm.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'

interface ShownRunway {
  readonly runway: Runway
  readonly window: Window
}

/**
 * Computes how long a pool lasts from the days chosen on the page. The result is undefined while it
 * loads, and for the default days, which the row already covers. `only`: key of the one pool of the
 * page.
 */
export function useRunway(
  only: string | null = null,
): (row: Pick<PoolRow, 'key' | 'water'>) => ShownRunway | undefined {
  const [window] = useHistoryWindow()
  const { data } = useQuery({ ...historyQuery(window, only), enabled: window !== DEFAULT_WINDOW })
  return ({ key, water }) => {
    const runway = water === null || window === DEFAULT_WINDOW ? undefined : data?.runways[key]
    return data && runway ? { runway, window: data.window } : undefined
  }
}

/** Number of days that the page covers, stored in its address. */
export function useHistoryWindow(): readonly [Window, (window: string) => void] {
  const [text, setText] = useParameter('window')
  return [parseWindow(text), chosen => setText(parseWindow(chosen) === DEFAULT_WINDOW ? '' : chosen)]
}
