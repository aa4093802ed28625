import Link from 'next/link'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import styles from './text-link.module.css'

/** A link in a sentence, a panel head or a strip, in the accent colour. */
export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return <Link prefetch={false} {...rest} className={cx(styles.link, className)} />
}
