'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import { closeToast, currentToasts, onToasts, type Toast } from './toast.ts'
import styles from './toast-layer.module.css'

const SHOWN_MS = 7_000
const NONE: readonly Toast[] = []

/** Renders the toasts; once per page. A toast stays while it has the pointer or the focus. */
export function ToastLayer() {
  const toasts = useSyncExternalStore(onToasts, currentToasts, () => NONE)
  return (
    <section className={styles.layer} aria-label="Notifications" aria-live="polite">
      {toasts.map(toast => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, text, detail, failed, action } }: { readonly toast: Toast }) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(closeToast, SHOWN_MS, id)
    return () => clearTimeout(timer)
  }, [held, id])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pausing while it is read; nothing is done by it
    <div className={styles.toast} onPointerEnter={hold} onPointerLeave={release} onFocus={hold} onBlur={release}>
      <Icon name={failed ? 'warning' : 'check'} />
      <div className={styles.text}>
        {text}
        {detail !== null && <div className={styles.detail}>{detail}</div>}
      </div>
      {action !== null && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className={styles.close} aria-label="Close notification" onClick={() => closeToast(id)}>
        <Icon name="close" size={14} />
      </button>
    </div>
  )
}
