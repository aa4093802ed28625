import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * Share of the element that has to be visible, so that an edge in the window does not trigger the
 * load.
 */
const VISIBLE_SHARE = 0.7

/** Whether most of an element has been visible; stays true from then on. */
export function useSeen<Element extends HTMLElement>(): readonly [RefObject<Element | null>, boolean] {
  const ref = useRef<Element>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (element === null || seen) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { threshold: VISIBLE_SHARE },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [seen])
  return [ref, seen]
}
