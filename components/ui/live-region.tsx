import styles from './visually-hidden.module.css'

/** Says `message` to assistive technology each time it changes. Keep it mounted, with an empty message while there is nothing to say. */
export function LiveRegion({ message, urgent = false }: { readonly message: string; readonly urgent?: boolean }) {
  return (
    <div role={urgent ? 'alert' : 'status'} aria-live={urgent ? 'assertive' : 'polite'} className={styles.hidden}>
      {message}
    </div>
  )
}
