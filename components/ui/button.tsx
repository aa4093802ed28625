'use client'

import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './button.module.css'
import { cx } from './cx.ts'
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

/**
 * A button, labelled with verb and object. One `primary` per view; `danger` only in the dialog that
 * performs the action.
 */
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

export interface ButtonLook {
  readonly look?: 'default' | 'primary' | 'danger' | 'danger-quiet' | 'ghost' | undefined
  readonly size?: 'default' | 'small' | undefined
  /** Square, for an icon alone; needs an `aria-label`. */
  readonly icon?: boolean | undefined
}

/** Class names of a button's look, for buttons and links. */
export function buttonClass(
  { look, size, icon }: ButtonLook,
  ...more: readonly (string | false | undefined)[]
): string {
  return cx(
    styles.button,
    look && look !== 'default' && styles[look],
    size === 'small' && styles.small,
    icon && styles.icon,
    ...more,
  )
}

interface DownloadLinkProps {
  /** Address of a file. */
  readonly href: string
  /** Why the download is unavailable, as a sentence. */
  readonly disabledReason?: string | null
  readonly children: ReactNode
}

/** A link with the look of a button that downloads a file. */
export function DownloadLink({ href, disabledReason, children }: DownloadLinkProps) {
  if (typeof disabledReason === 'string') return <Button disabledReason={disabledReason}>{children}</Button>
  return (
    <a href={href} download className={buttonClass({})}>
      {children}
    </a>
  )
}
