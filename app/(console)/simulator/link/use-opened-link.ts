'use client'

import { useEffect, useState } from 'react'
import { keepSentDraft } from '../compare/sent-draft.ts'
import { isLink } from './is-link.ts'

/**
 * Opens the link the address has in its fragment: its state becomes the address, so that reload and back keep it. `opening` until
 * then; `problem` says what of it could not be read.
 */
export function useOpenedLink(): { readonly opening: boolean; readonly problem: string | null } {
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let latest = ''
    const open = async () => {
      const { hash, pathname } = window.location
      if (!isLink(hash)) return
      latest = hash
      setOpening(true)
      const { openLink } = await import('./open-link.ts')
      const link = await openLink(hash)
      if (latest !== window.location.hash) return
      if (link.draft !== null) keepSentDraft(link.draft)
      window.history.replaceState(null, '', link.state === '' ? pathname : `${pathname}?${link.state}`)
      setProblem(link.problem)
      setOpening(false)
    }
    void open()
    window.addEventListener('hashchange', open)
    return () => {
      latest = ''
      window.removeEventListener('hashchange', open)
    }
  }, [])
  return { opening, problem }
}
