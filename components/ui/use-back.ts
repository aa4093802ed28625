import { useEffect, useEffectEvent } from 'react'

/**
 * While mounted, the browser's way back or forward calls `onBack` instead. Browsers let a page do that once after each click or key
 * in it: who means to leave goes back again. One that cannot tell beforehand leaves the page at once.
 */
export function useBack(onBack: () => void): void {
  const called = useEffectEvent(onBack)
  useEffect(() => {
    const { navigation } = window
    if (navigation === undefined) return
    const stop = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return
      event.preventDefault()
      called()
    }
    navigation.addEventListener('navigate', stop)
    return () => navigation.removeEventListener('navigate', stop)
  }, [])
}
