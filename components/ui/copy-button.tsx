'use client'

import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import styles from './copy-button.module.css'
import { copyText, NOT_COPIED } from './copy-text.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-paths.ts'
import { LiveRegion } from './live-region.tsx'
import { useRowTabIndex } from './row-context.ts'

interface CopyButtonProps {
  /** A function is asked when the button is pressed, for what only the browser knows. */
  readonly text: string | (() => string | Promise<string>)
  /** What is copied: "selector", "account". The label reads "Copy selector". */
  readonly what: string
  /** Words on the button; without them it is an icon. */
  readonly children?: string
  /** Drawing beside the words; two sheets unless it says otherwise. */
  readonly icon?: IconName
  /** Its words read like a link, for the head of a panel or step. */
  readonly quiet?: boolean
}

const DONE_MS = 1_600

const QUIET = { look: 'ghost', size: 'small', className: styles.quiet } as const

/** Copies `text` and says so on itself. */
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
