'use client'

import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { Icon } from './icon.tsx'
import { isComposing } from './is-composing.ts'

interface DialogProps {
  readonly title: ReactNode
  /** What the action does and does not do, as a sentence. */
  readonly description?: ReactNode
  /** `wide` for several targets, `widest` for a table. */
  readonly width?: 'default' | 'wide' | 'widest'
  /** Left end of the footer: the recorded user. */
  readonly note?: ReactNode
  /** Cancel and submit buttons. */
  readonly actions: ReactNode
  /** Whether Escape and a click outside leave the dialog open, because it has input. */
  readonly hasInput?: boolean
  /** Why the dialog cannot be closed now, as a sentence; null (default) when it can. */
  readonly closeDisabledReason?: string | null
  readonly onClose: () => void
  readonly children?: ReactNode
}

const KEPT = 'Your input is kept. Press Cancel to discard it.'

/**
 * A modal dialog on the native `<dialog>`: the page behind is inert, and the focus returns on
 * close. Mount it to open it. The focus starts on its first field.
 */
export function Dialog({
  title,
  description,
  width = 'default',
  note,
  actions,
  hasInput: keep = false,
  closeDisabledReason: stays = null,
  onClose,
  children,
}: DialogProps) {
  const id = useId()
  const [stayed, setStayed] = useState<'busy' | 'kept' | null>(null)
  const modal = useModal(() => {
    if (keep || stays !== null) setStayed(stays === null ? 'kept' : 'busy')
    else onClose()
  })
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      data-width={width}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={`${id}-title`} className={styles.title}>
            {title}
          </h2>
          <Button look="ghost" size="small" icon aria-label="Close" disabledReason={stays} onClick={onClose}>
            <Icon name="close" />
          </Button>
        </div>
        <div className={styles.body}>
          {description !== undefined && (
            <p id={`${id}-description`} className={styles.description}>
              {description}
            </p>
          )}
          {children}
        </div>
        <div className={styles.foot}>
          <span className={styles.note} role="status">
            {(stayed === 'busy' && stays) || (stayed === 'kept' && keep && stays === null && KEPT) || note}
          </span>
          <div className={styles.actions}>{actions}</div>
        </div>
      </div>
    </dialog>
  )
}

interface ModalProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onCancel: (event: SyntheticEvent) => void
  readonly onClick: (event: MouseEvent) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/**
 * Props that open a `<dialog>` as modal while it is mounted: the page behind is inert. On close the
 * focus returns to the opener, or moves on when the opener is gone. Escape, a click on the backdrop
 * and back navigation call `onLeave`.
 */
export function useModal(onLeave: () => void): ModalProps {
  const ref = useRef<HTMLDialogElement>(null)
  // Layout effects are cleaned up before the element leaves the document; only then does closing
  // return the focus.
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
    // Chrome closes on a second Escape without a cancel event, so the key is handled here.
    onKeyDown: event => {
      if (event.key !== 'Escape') return
      // The default action would cancel the dialog.
      if (isComposing(event.nativeEvent)) event.preventDefault()
      else leave(event)
    },
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
 * Moves the focus on when a control disappears, possibly some time after its action, unless the
 * focus has moved already. `home`: parent of the control.
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
 * Element that receives the focus of a control that disappears from `home`, its parent: the menu in
 * it, which then contains the action, otherwise another button or link in it, otherwise the heading
 * of the page. Null without any.
 */
export function findNextFocus(leaving: Element, home: Element | null): HTMLElement | null {
  const there = home?.isConnected ? [...home.querySelectorAll<HTMLElement>('button, a[href]')] : []
  const others = there.filter(each => each !== leaving && each.closest('[popover]') === null)
  return others.find(each => each.ariaHasPopup === 'menu') ?? others[0] ?? document.querySelector<HTMLElement>('h1')
}
