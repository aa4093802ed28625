import type { Tally } from '#lib/hap/impact/affected.ts'
import { formatPlural } from '#lib/util/format.ts'
import { RowCount, type ShownRows } from './row-count.tsx'

interface TallyCellsProps {
  readonly tally: Tally
  /** What is counted: "cluster" or "request". */
  readonly what: string
  /** What they have in common. */
  readonly words: string
  readonly choice: string
  readonly onShow: (rows: ShownRows) => void
}

/** The columns of TallyCells. */
export const TALLY_COLUMNS = [
  { header: 'Count', width: 96, align: 'end' },
  { header: 'Global accounts', width: 128, align: 'end' },
] as const

/** How many, and of how many global accounts; each number opens its rows. Without room for columns the two follow in a line. */
export function TallyCells({ tally: { clusters, globalAccounts }, what, words, choice, onShow }: TallyCellsProps) {
  const titled = (count: number, counted: string) => ({ choice, title: `${formatPlural(count, counted)}: ${words}` })
  return (
    <>
      <td data-align="end" data-fold="line" data-label={`${what}s`}>
        <RowCount count={clusters} what={what} which={`: ${words}`} rows={titled(clusters, what)} onShow={onShow} />
      </td>
      <td data-align="end" data-fold="end" data-label="global accounts">
        <RowCount
          count={globalAccounts}
          what="global account"
          which={` with ${what}s: ${words}`}
          rows={{ ...titled(globalAccounts, 'global account'), byAccount: true }}
          onShow={onShow}
        />
      </td>
    </>
  )
}
