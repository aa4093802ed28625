'use client'

import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'
import { Icon, type IconName } from './icon.tsx'
import { useRowTabIndex } from './links.tsx'
import { LiveRegion } from './live-region.tsx'
import { showToast } from './toast.tsx'

interface CopyButtonProps {
  /** A function is called when the button is pressed, for values that only the browser has. */
  readonly text: string | (() => string | Promise<string>)
  /** Name of the text: "selector", "account". The label is "Copy selector". */
  readonly what: string
  /** Label; without it the button is an icon. */
  readonly children?: string
  /** Icon beside the label; default: two sheets. */
  readonly icon?: IconName
  /** Looks like a link, for the head of a panel or step. */
  readonly quiet?: boolean
}

const DONE_MS = 1_600

const QUIET = { look: 'ghost', size: 'small', className: styles.quiet } as const

/** Copies `text` and confirms it on the button. */
export function CopyButton({ text, what, children, icon = 'copy', quiet = false }: CopyButtonProps) {
  const tabIndex = useRowTabIndex()
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), DONE_MS)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => setOutcome((await copyText(typeof text === 'string' ? text : text())) ? 'copied' : 'refused')
  const message = outcome === 'copied' ? `Copied ${what}` : outcome === 'refused' ? NOT_COPIED : ''
  const drawing = (
    <Icon
      name={outcome === 'copied' ? 'check' : icon}
      size={14}
      className={outcome === 'copied' ? styles.done : undefined}
    />
  )
  return (
    <>
      {children === undefined ? (
        <Button
          look="ghost"
          size="small"
          icon
          aria-label={`Copy ${what}`}
          tabIndex={tabIndex}
          tip={message || `Copy ${what}`}
          onClick={copy}
        >
          {drawing}
        </Button>
      ) : (
        <Button onClick={copy} tabIndex={tabIndex} {...(quiet && QUIET)}>
          {!quiet && drawing}
          {outcome === null ? children : outcome === 'copied' ? 'Copied' : 'Not copied'}
        </Button>
      )}
      <LiveRegion message={message} />
    </>
  )
}

/** The message when the browser denies access to the clipboard. */
const NOT_COPIED = 'Not copied: the browser denied access to the clipboard'

/**
 * Copies a text. Returns whether the browser allowed it; without a secure context there is no
 * clipboard.
 */
async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    // Some browsers allow writes only during the click, so a text that arrives later is passed as a
    // promise.
    else await navigator.clipboard.write([new ClipboardItem({ 'text/plain': text.then(asBlob) })])
    return true
  } catch {
    return false
  }
}

function asBlob(text: string): Blob {
  return new Blob([text], { type: 'text/plain' })
}

/**
 * Copies a text and confirms it with a toast `done`, for controls without a confirmation of their
 * own.
 */
export async function copyWithToast(text: string, done: string): Promise<void> {
  showToast((await copyText(text)) ? { text: done } : { text: `${NOT_COPIED}.`, failed: true })
}
