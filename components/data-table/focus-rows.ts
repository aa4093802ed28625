/** Moves the focus into the table of the page, to the row the keyboard was on. Returns whether there is one. */
export function focusRows(): boolean {
  const row = document.querySelector<HTMLElement>('main [role="grid"] tr[data-index][tabindex="0"]')
  row?.focus()
  return row !== null
}
