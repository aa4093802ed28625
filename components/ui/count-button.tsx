import type { ComponentProps } from 'react'
import styles from './count-button.module.css'
import { cx } from './cx.ts'

/** A number that opens what it counts: it looks like one in a table that leads to a list. */
export function CountButton({ className, ...rest }: ComponentProps<'button'>) {
  return <button type="button" {...rest} className={cx(styles.count, className)} />
}
