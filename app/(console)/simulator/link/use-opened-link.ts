'use client'

import { useEffect, useState } from 'react'
import { saveSentDraft } from '../compare/comparison-choice.ts'
import type { LinkWithDraft } from './fragment.ts'

const NOT_LOADED = 'The link could not be opened: the console is not responding. Reload the page.'

/**
 * Opens the link in the URL fragment and moves its state to the search parameters, so that reload
 * and back work. `problem` says what is unreadable.
 */
export function useOpenedLink(): { readonly opening: boolean; readonly problem: string | null } {
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(
    () =>
      followLinks(async fragment => (await import('./simulator-link.ts')).openLink(fragment), {
        onOpening: setOpening,
        onOpened: link => {
          if (link.draft !== null) saveSentDraft(link.draft)
          setProblem(link.problem)
        },
        onFailed: () => setProblem(NOT_LOADED),
      }),
    [],
  )
  return { opening, problem }
}

/** Receives the progress of opening links. */
interface LinkListener {
  /** Called when opening starts and ends. */
  onOpening(opening: boolean): void
  onOpened(link: LinkWithDraft): void
  /** Called when loading failed; the URL still has the link. */
  onFailed(): void
}

/**
 * Opens the link in the URL fragment, now and after each change of the fragment, and replaces the
 * search parameters by its state. Returns the unsubscribe function.
 */
export function followLinks(open: (fragment: string) => Promise<LinkWithDraft>, listener: LinkListener): () => void {
  let isUnsubscribed = false
  const openCurrent = async () => {
    const { hash, pathname } = window.location
    const opening = isLinkFragment(hash)
    listener.onOpening(opening)
    if (!opening) return
    const link = await open(hash).catch(() => null)
    // After a navigation or a new fragment this answer is outdated.
    if (isUnsubscribed || hash !== window.location.hash) return
    if (link === null) listener.onFailed()
    else {
      window.history.replaceState(null, '', link.state === '' ? pathname : `${pathname}?${link.state}`)
      listener.onOpened(link)
    }
    listener.onOpening(false)
  }
  const onHashChange = () => void openCurrent()
  void openCurrent()
  window.addEventListener('hashchange', onHashChange)
  return () => {
    isUnsubscribed = true
    window.removeEventListener('hashchange', onHashChange)
  }
}

/** Whether a fragment is a link, even a truncated one; other fragments are anchors of the page. */
export function isLinkFragment(fragment: string): boolean {
  return /^#(\d{1,9}|s)(\.|$)/.test(fragment)
}
