'use client'

import { useEffect, useState } from 'react'
import { keepSentDraft } from '../compare/sent-draft.ts'
import { followLinks } from './follow-links.ts'

const NOT_LOADED = 'The link was not opened: the console is not responding. Reload the page.'

/**
 * Opens the link the address has in its fragment: its state becomes the address, so that reload and back keep it. `opening` until
 * then; `problem` says what of it could not be read.
 */
export function useOpenedLink(): { readonly opening: boolean; readonly problem: string | null } {
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(
    () =>
      followLinks(async fragment => (await import('./open-link.ts')).openLink(fragment), {
        onOpening: setOpening,
        onOpened: link => {
          if (link.draft !== null) keepSentDraft(link.draft)
          setProblem(link.problem)
        },
        onFailed: () => setProblem(NOT_LOADED),
      }),
    [],
  )
  return { opening, problem }
}
