'use client'

import { type ComponentProps, useId } from 'react'
import styles from './button.module.css'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { VisuallyHidden } from './visually-hidden.tsx'

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'disabled'> {
  /**
   * Why the button is disabled, as a sentence. It stays visible and focusable; the reason is its
   * tip and description.
   */
  readonly disabledReason?: string | null | undefined
  /** Tip of an enabled button, for one that shows only an icon. */
  readonly tip?: string | undefined
}

/** A button: a verb and its object. One `primary` per view; `danger` only inside the dialog that does it. */
export function Button(props: ButtonProps) {
  const { look, size, icon, disabledReason, tip, onClick, className, children, type, ...rest } = props
  const reasonId = useId()
  const off = typeof disabledReason === 'string'
  return (
    <>
      <button
        {...rest}
        type={type ?? 'button'}
        className={buttonClass({ look, size, icon }, rest['aria-pressed'] === true && styles.pressed, className)}
        aria-disabled={off || undefined}
        aria-describedby={off ? reasonId : rest['aria-describedby']}
        data-tip={off ? disabledReason : tip}
        onClick={off ? stop : onClick}
      >
        {children}
      </button>
      {off && <VisuallyHidden id={reasonId}>{disabledReason}</VisuallyHidden>}
    </>
  )
}

/** Also keeps a disabled submit button from submitting. */
function stop(event: React.MouseEvent): void {
  event.preventDefault()
}
