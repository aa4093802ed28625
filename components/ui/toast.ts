export interface Toast {
  readonly id: number
  readonly text: string
  readonly detail: string | null
  /** It says what could not be done. */
  readonly failed: boolean
  /** The way back: "Undo". */
  readonly action: { readonly label: string; readonly run: () => void } | null
}

interface Told {
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
 * Shows at the foot of the page what was done, or with `failed` what failed. Errors with a place in
 * a page or form stay there.
 */
export function showToast({ text, detail, failed = false, action = null }: Told): void {
  change([...toasts, { id: next++, text, detail: detail ?? null, failed, action }].slice(-SHOWN))
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
