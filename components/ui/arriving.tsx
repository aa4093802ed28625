'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import styles from './arriving.module.css'

/**
 * Something that appears while somebody is at work elsewhere in a long dialog: it is scrolled to, and has the focus, unless that is in
 * a text field: what is being typed would be lost.
 */
export function Arriving({ children }: { readonly children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'start' })
    if (!document.activeElement?.matches('input, textarea')) ref.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={ref} tabIndex={-1} className={styles.arriving}>
      {children}
    </div>
  )
}
