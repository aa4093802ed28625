import { CountButton } from '#components/ui/cell-link.tsx'
import { formatCount, formatPlural } from '#lib/util/format.ts'

/** Which rows somebody wants to see, and what they are called. */
export interface ShownRows {
  readonly choice: string
  readonly title: string
  /** How many there are, as was said: so much room is kept for them. */
  readonly count?: number
  /** Their global accounts are what was counted. */
  readonly byAccount?: boolean
  /** Only the rows of this one. */
  readonly account?: string
}

interface RowCountProps {
  readonly count: number
  /** What is counted, as one: "cluster". */
  readonly what: string
  /** Which of them: ": loses the EU restriction". */
  readonly which: string
  readonly rows: ShownRows
  readonly onShow: (rows: ShownRows) => void
}

/** A number that opens what it counts; nothing opens where there is nothing. */
export function RowCount({ count, what, which, rows, onShow }: RowCountProps) {
  const text = formatCount(count)
  if (count === 0) return text
  return (
    <CountButton aria-label={`${formatPlural(count, what)}${which}`} onClick={() => onShow({ ...rows, count })}>
      {text}
    </CountButton>
  )
}
