import { CountButton } from '#components/ui/cell-link.tsx'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** The rows to list in a dialog, with its title. */
export interface ShownRows {
  readonly choice: string
  readonly title: string
  /** Expected number of rows; the skeleton reserves their height. */
  readonly count?: number
  /** Lists global accounts instead of rows. */
  readonly byAccount?: boolean
  /** Restricts the rows to one global account. */
  readonly account?: string
}

interface RowCountProps {
  readonly count: number
  /** The counted noun in singular: "cluster". */
  readonly what: string
  /** Suffix of the accessible name: ": loses the EU restriction". */
  readonly which: string
  readonly rows: ShownRows
  readonly onShow: (rows: ShownRows) => void
}

/** A number that opens the counted rows; zero is plain text. */
export function RowCount({ count, what, which, rows, onShow }: RowCountProps) {
  const text = formatCount(count)
  if (count === 0) return text
  return (
    <CountButton aria-label={`${formatPlural(count, what)}${which}`} onClick={() => onShow({ ...rows, count })}>
      {text}
    </CountButton>
  )
}
