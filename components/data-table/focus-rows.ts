/** How long rows that were just asked for may take to come. */
const PATIENCE_MS = 3_000
const AGAIN_MS = 50

/** Moves the focus into the table of the page, to the row the keyboard was on. Returns whether there is one. */
export function focusRows(): boolean {
  const row = document.querySelector<HTMLElement>('main [role="grid"] tr[data-index][tabindex="0"]')
  row?.focus()
  return row !== null
}

/** Focuses the rows as soon as there are some, unless the focus leaves `from` or a key is pressed in it. */
export function focusRowsSoon(from: HTMLElement): void {
  const end = performance.now() + PATIENCE_MS
  const listening = new AbortController()
  from.addEventListener('keydown', () => listening.abort(), { signal: listening.signal })
  const attempt = () => {
    if (listening.signal.aborted || document.activeElement !== from) return
    if (focusRows() || performance.now() > end) listening.abort()
    else setTimeout(attempt, AGAIN_MS)
  }
  attempt()
}
