'use client'

import Link from 'next/link'
import { type ComponentProps, createContext, useContext } from 'react'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { type ButtonLook, buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import styles from './links.module.css'
import textLinkStyles from './text-link.module.css'

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
  /** What is counted, in the singular, for assistive technology. */
  readonly noun: string
  /** The rest of the name: "of aws · EU". */
  readonly detail: string
}

/** A count, linked to its rows. */
export function CountLink({ count, href, noun, detail }: CountLinkProps) {
  const text = formatCount(count)
  if (href === null) return text
  return (
    <CellLink href={href} aria-label={`${formatPlural(count, noun)} ${detail}`}>
      {text}
    </CellLink>
  )
}

/** A count that opens its rows in a dialog. Looks like a CountLink. */
export function CountButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={cx(styles.count, className)} />
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

/** A link in a sentence, a panel head or a strip, in the accent colour. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...rest} className={cx(textLinkStyles.link, className)} />
}

/** A link with the look of a button. */
export function ButtonLink({ look, size, icon, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...rest} className={buttonClass({ look, size, icon }, className)} />
}
