'use client'

import { useEffect, useState, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import styles from './toast-layer.module.css'

interface Toast {
  readonly id: number
  /** Key of the object of the action; null without one. */
  readonly subject: string | null
  readonly text: string
  readonly detail: string | null
  /** Whether the toast reports a failure. */
  readonly failed: boolean
  /** Button that undoes the action: "Undo". */
  readonly action: { readonly label: string; readonly run: () => void } | null
}

interface ToastOptions {
  /** A later toast with the same subject replaces this one, unless this one reports a failure. */
  readonly subject?: string
  readonly text: string
  readonly detail?: string
  readonly failed?: boolean
  readonly action?: Toast['action']
}

const SHOWN = 3
let next = 1
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

/**
 * Shows a toast with the result of an action, or with `failed` its failure. Errors that belong to a
 * page or form are shown there instead.
 */
export function showToast({ subject, text, detail, failed = false, action = null }: ToastOptions): void {
  const current = toasts.filter(toast => toast.failed || subject === undefined || toast.subject !== subject)
  const added: Toast = { id: next++, subject: subject ?? null, text, detail: detail ?? null, failed, action }
  change([...current, added].slice(-SHOWN))
}

export function closeToast(id: number): void {
  change(toasts.filter(toast => toast.id !== id))
}

/** The visible toasts, oldest first. Returns the same array until one changes. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(changed: readonly Toast[]): void {
  toasts = changed
  for (const listener of listeners) listener()
}

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
