/** Props of every rendered line, regardless of its kind. */
export interface LineProps {
  readonly index: number
  /** The keyboard is on it, or would be when the table got the focus. */
  readonly active: boolean
  readonly onFocus: (index: number, key: string) => void
  /** Set while heights must be measured. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** Attributes of the `<tr>` of a line. Row 1 is the head. */
export function rowAttributes(key: string, { index, active, onFocus, measure }: LineProps) {
  return {
    ref: measure,
    'data-index': index,
    'aria-rowindex': index + 2,
    tabIndex: active ? 0 : -1,
    onFocus: () => onFocus(index, key),
  }
}
