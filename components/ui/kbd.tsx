import styles from './kbd.module.css'

/** One key, as it stands on the keyboard. */
export function Kbd({ children }: { readonly children: string }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
