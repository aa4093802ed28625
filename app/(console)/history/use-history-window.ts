import { useParameter } from '#components/address/use-parameter.ts'
import { DEFAULT_WINDOW, parseWindow, type Window } from '#lib/hap/pools/alarm.ts'

/** Number of days that the page covers, stored in its address. */
export function useHistoryWindow(): readonly [Window, (window: string) => void] {
  const [text, setText] = useParameter('window')
  return [parseWindow(text), chosen => setText(parseWindow(chosen) === DEFAULT_WINDOW ? '' : chosen)]
}
