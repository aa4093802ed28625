import styles from './visually-hidden.module.css'

/** Says `message` to assistive technology each time it changes. Keep it mounted, with an empty message while there is nothing to say. */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <div role="status" aria-live="polite" className={styles.hidden}>
      {message}
    </div>
  )
}
