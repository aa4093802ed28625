export interface Toast {
  readonly id: number
  readonly text: string
  readonly detail: string | null
  /** Whether the toast reports a failure. */
  readonly failed: boolean
  /** Button that undoes the action: "Undo". */
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
 * Shows a toast with the result of an action, or with `failed` its failure. Errors that belong to a
 * page or form are shown there instead.
 */
export function showToast({ text, detail, failed = false, action = null }: Told): void {
  change([...toasts, { id: next++, text, detail: detail ?? null, failed, action }].slice(-SHOWN))
}

export function closeToast(id: number): void {
  change(toasts.filter(toast => toast.id !== id))
}

/** The visible toasts, oldest first. Returns the same array until one changes. */
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
