'use client'

import Link from 'next/link'
import { type ComponentProps, createContext, useContext } from 'react'
import { formatCount } from '#lib/util/format.ts'
import styles from './cell-link.module.css'
import countStyles from './count-button.module.css'
import { cx } from './cx.ts'

/**
 * A link in a table cell: styled on hover only, never prefetched, a tab stop only in the active
 * row.
 */
export function CellLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} tabIndex={useRowTabIndex()} {...rest} className={cx(styles.link, className)} />
}

interface CountLinkProps {
  readonly count: number
  /** Path of the list of exactly these rows; null when no address selects them. */
  readonly href: string | null
  /** What is counted, for assistive technology: "shoots of aws · EU". */
  readonly label: string
}

/** A count, linked to its rows. */
export function CountLink({ count, href, label }: CountLinkProps) {
  const text = formatCount(count)
  if (href === null) return text
  return (
    <CellLink href={href} aria-label={`${text} ${label}`}>
      {text}
    </CellLink>
  )
}

/** A count that opens its rows in a dialog. Looks like a CountLink. */
export function CountButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={cx(countStyles.count, className)} />
}

const RowIsActive = createContext(true)

/** Provides whether the row has the keyboard focus. */
export const RowContext = RowIsActive.Provider

/**
 * Tab index of a control in a row. Only the active row has tab stops, so that Tab leaves a long
 * table quickly.
 */
export function useRowTabIndex(): 0 | -1 {
  return useContext(RowIsActive) ? 0 : -1
}
