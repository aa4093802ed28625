import { useEffect, useEffectEvent } from 'react'

/**
 * While mounted, calls `onBack` on back and forward navigation instead. Browsers allow that once
 * after each click or key, so a second attempt leaves the page. Without the Navigation API the page
 * is left at once.
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
