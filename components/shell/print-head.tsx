'use client'

import { serverNow } from '#components/ui/clock.ts'
import { usePrinting } from '#components/ui/use-printing.ts'
import { formatExact } from '#lib/util/format.ts'
import styles from './shell.module.css'

/** On paper, above the page: of which landscape it is, where it was, and when it was printed. */
export function PrintHead({ landscape }: { readonly landscape: string }) {
  if (!usePrinting()) return null
  return (
    <p className={styles.printHead}>
      <span>HAP Console, {landscape}</span>
      <span className={styles.printAddress}>{window.location.href}</span>
      <span>Printed {formatExact(new Date(serverNow()).toISOString())}</span>
    </p>
  )
}
