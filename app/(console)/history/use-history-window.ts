import { useParameter } from '#components/address/use-parameter.ts'
import { USUAL_WINDOW, type Window, windowFrom } from '#lib/hap/pools/alarm.ts'

/** The days the page looks back, kept in its address. */
export function useHistoryWindow(): readonly [Window, (window: string) => void] {
  const [text, setText] = useParameter('window')
  return [windowFrom(text), chosen => setText(windowFrom(chosen) === USUAL_WINDOW ? '' : chosen)]
}
