import type { OpenedLink } from './fragment.ts'
import { isLink } from './is-link.ts'

/** A link with the draft that came in it; null for none. */
export type LinkWithDraft = OpenedLink & { readonly draft: string | null }

/** What is told of the links of an address. */
interface LinkListener {
  /** Whether one is being read. */
  onOpening(opening: boolean): void
  onOpened(link: LinkWithDraft): void
  /** It could not be read by now; the address keeps it. */
  onFailed(): void
}

/** Opens the link the address has in its fragment, now and whenever another one comes: its state becomes the address. Returns how to stop that. */
export function followLinks(open: (fragment: string) => Promise<LinkWithDraft>, listener: LinkListener): () => void {
  let left = false
  const look = async () => {
    const { hash, pathname } = window.location
    const opening = isLink(hash)
    listener.onOpening(opening)
    if (!opening) return
    const link = await open(hash).catch(() => null)
    // On another page the address is of that, and another link is read by now where it changed.
    if (left || hash !== window.location.hash) return
    if (link === null) listener.onFailed()
    else {
      window.history.replaceState(null, '', link.state === '' ? pathname : `${pathname}?${link.state}`)
      listener.onOpened(link)
    }
    listener.onOpening(false)
  }
  const changed = () => void look()
  void look()
  window.addEventListener('hashchange', changed)
  return () => {
    left = true
    window.removeEventListener('hashchange', changed)
  }
}
