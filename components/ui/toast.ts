export interface Toast {
  readonly id: number
  readonly text: string
  readonly detail: string | null
  /** The way back: "Undo". */
  readonly action: { readonly label: string; readonly run: () => void } | null
}

const SHOWN = 3
let next = 1
let toasts: readonly Toast[] = []
const listeners = new Set<() => void>()

/** Tells at the foot of the page what was done. Errors do not belong here: they stay where they happened. */
export function showToast(toast: { text: string; detail?: string; action?: { label: string; run: () => void } }): void {
  const { text, detail = null, action = null } = toast
  change([...toasts, { id: next++, text, detail, action }].slice(-SHOWN))
}

export function closeToast(id: number): void {
  change(toasts.filter(toast => toast.id !== id))
}

/** The toasts now shown, oldest first; the same array until one changes. */
export function currentToasts(): readonly Toast[] {
  return toasts
}

export function onToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(changed: readonly Toast[]): void {
  toasts = changed
  for (const listener of listeners) listener()
}
