import { useThrottled } from './use-throttled.ts'
import styles from './visually-hidden.module.css'

/** Says `message` to assistive technology when it changes. Keep it mounted, with an empty message while there is nothing to say. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <div role="status" aria-live="polite" className={styles.hidden}>
      {useThrottled(message)}
    </div>
  )
}
