import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react'
import { keepFocus } from './keep-focus.ts'
import { useBack } from './use-back.ts'

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
      if (opener !== null) keepFocus(opener, home)
    }
  }, [])
  useBack(onLeave)
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
