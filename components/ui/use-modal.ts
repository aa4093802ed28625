import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'

interface ModalProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onCancel: (event: SyntheticEvent) => void
  readonly onClick: (event: MouseEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Props that open a `<dialog>` as modal while it is mounted: the page behind is inert, and the focus returns when it goes, or goes
 * to the heir of the control that opened it. Escape, a click on the backdrop and the browser's way back ask to leave.
 */
export function useModal(onLeave: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)
  // A layout effect ends before the element leaves the page, and only then does closing give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    const home = opener?.parentElement ?? null
    if (dialog && !dialog.open) {
      dialog.showModal()
      dialog.querySelector<HTMLElement>('input, textarea, select')?.focus()
    }
    return () => {
      dialog?.close()
      if (opener !== null) passFocusOn(opener, home)
    }
  }, [])
  useBackNavigation(onLeave)
  const leave = (event: SyntheticEvent) => {
    event.preventDefault()
    onLeave()
  }
  return {
    ref,
    onCancel: leave,
    onClick: event => event.target === ref.current && leave(event),
    // Chrome closes on a second Escape without asking; a key that never reaches it cannot.
    onKeyDown: event => event.key === 'Escape' && leave(event),
  }
}

/**
 * While mounted, calls `onBack` on back and forward navigation instead. Browsers allow that once
 * after each click or key, so a second attempt leaves the page. Without the Navigation API the page
 * is left at once.
 */
function useBackNavigation(onBack: () => void): void {
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

/**
 * Gives the focus of a control to its heir once it is gone from the page, as its row may be a moment after what was done to it; until the
 * focus is elsewhere. `home`: its parent.
 */
function passFocusOn(control: Element, home: Element | null): void {
  const handOn = () => findNextFocus(control, home)?.focus({ preventScroll: true })
  if (!control.isConnected) {
    handOn()
    return
  }
  const observer = new MutationObserver(() => {
    if (control.isConnected) return
    end()
    if (document.activeElement === document.body) handOn()
  })
  const leave = ({ target }: FocusEvent) => target !== control && end()
  const end = () => {
    observer.disconnect()
    document.removeEventListener('focusin', leave)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', leave)
}

/**
 * What takes the focus of a control that leaves `home`, its parent: the menu there, where its action is now, else what can be pressed
 * there; where that has gone too, the heading of the page. Null where there is neither.
 */
export function findNextFocus(leaving: Element, home: Element | null): HTMLElement | null {
  const there = home?.isConnected ? [...home.querySelectorAll<HTMLElement>('button, a[href]')] : []
  const others = there.filter(each => each !== leaving && each.closest('[popover]') === null)
  return others.find(each => each.ariaHasPopup === 'menu') ?? others[0] ?? document.querySelector<HTMLElement>('h1')
}
