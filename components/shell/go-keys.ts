import { useEffect, useEffectEvent } from 'react'
import { useVisit } from '#components/address/use-parameter.ts'
import { isPageKey, type PageKey } from '#components/ui/shortcuts.ts'
import { paths } from '#lib/paths.ts'

/** Pages by the key pressed after `g`. */
export const GO_KEYS: Readonly<Record<string, string>> = {
  o: paths.overview(),
  p: paths.pools(),
  b: paths.bindings(),
  g: paths.globalAccounts(),
  s: paths.shoots(),
  i: paths.simulator(),
  r: paths.rules(),
  l: paths.allowlist(),
  c: paths.operators(),
  j: paths.jobs(),
  v: paths.approvals(),
  a: paths.audit(),
  t: paths.settings(),
}

const FIRST: PageKey = 'g'
/** Maximum time between the two keys, in milliseconds. */
const WITHIN_MS = 1_500

/** Navigates to a page on two keys: `g`, then the key of the page. */
export function useGoKeys(): void {
  const visit = useVisit()
  const go = useEffectEvent((letter: string) => {
    const href = Object.hasOwn(GO_KEYS, letter) ? GO_KEYS[letter] : undefined
    if (href !== undefined) visit(href)
  })
  useEffect(() => {
    let firstAt = Number.NEGATIVE_INFINITY
    const listen = (event: KeyboardEvent) => {
      const letter = event.key.length === 1 && isPageKey(event)
      const second = letter && event.timeStamp - firstAt < WITHIN_MS
      firstAt = letter && !second && event.key === FIRST ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (!letter || (!second && event.key !== FIRST)) return
      // The letter belongs to the shortcut, so the focused row must not receive it.
      event.preventDefault()
      if (second) go(event.key)
    }
    // The capture phase precedes handlers of the single letter.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}
