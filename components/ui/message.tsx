'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import arrivingStyles from './arriving.module.css'
import { cx } from './cx.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './message.module.css'

type Tone = 'info' | 'warn' | 'danger' | 'ok'

interface MessageProps {
  readonly tone: Tone
  /** Icon; default: the icon of the tone. */
  readonly icon?: IconName
  /** A link or small button that resolves the problem. */
  readonly action?: ReactNode
  /** Announces the message when it appears. For responses to an action, not for static content. */
  readonly announce?: boolean
  readonly children: ReactNode
}

const ICONS: Record<Tone, IconName> = { info: 'info', warn: 'warning', danger: 'error', ok: 'ok' }

/** A framed message in a page, panel or dialog. */
export function Message(props: MessageProps) {
  return <Notice {...props} className={styles.message} />
}

/** A full-width message between search box and table, or below the top bar. */
export function Strip(props: MessageProps) {
  return <Notice {...props} className={styles.strip} />
}

function Notice({
  tone,
  icon,
  action,
  announce,
  className,
  children,
}: MessageProps & { readonly className: string | undefined }) {
  return (
    <div className={cx(className, styles[tone])} role={announce ? (tone === 'danger' ? 'alert' : 'status') : undefined}>
      <Icon name={icon ?? ICONS[tone]} />
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}

interface MessageHeadProps {
  readonly text: ReactNode
  /** Buttons of the message. */
  readonly children: ReactNode
}

/** First line of a message that lists changes below it, with its buttons at the end. */
export function MessageHead({ text, children }: MessageHeadProps) {
  return (
    <div className={styles.head}>
      <p>{text}</p>
      {children}
    </div>
  )
}

/**
 * Content that appears later in a long dialog. It scrolls into view and takes the focus, except
 * from a text field, where it would interrupt typing.
 */
export function Arriving({ children }: { readonly children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' })
    if (!document.activeElement?.matches('input, textarea')) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className={arrivingStyles.arriving}>
      {children}
    </div>
  )
}
