'use client'

import { type ReactNode, useEffect, useRef } from 'react'
import styles from './arriving.module.css'

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
    <div ref={ref} tabIndex={-1} className={styles.arriving}>
      {children}
    </div>
  )
}
