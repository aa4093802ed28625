import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { DataAge } from '#components/ui/data-age.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import text from '#components/ui/text.module.css'
import { formatCount } from '#lib/util/format.ts'
import { ColumnMenu } from './column-menu.tsx'
import { DensitySwitch } from './density-switch.tsx'
import { HoldSwitch } from './hold-switch.tsx'
import styles from './list-footer.module.css'
import type { ColumnChoice } from './use-column-choice.ts'
import type { Hold } from './use-held-rows.ts'

export interface ListFooterProps {
  /** "10 pools in 5 groups", or "Rows 1 to 38 of 20,412". */
  readonly summary: ReactNode
  /** Rows that are chosen. */
  readonly chosen?: { readonly count: number; readonly onClear: () => void }
  /** When the shown data was last known to be current, in milliseconds since 1970 by this browser's clock; absent for what is not of Gardener. */
  readonly asOf?: number | null
  /** Keys that work here, each with a word. */
  readonly keys?: readonly ListKey[]
  /** Without it the columns are as they are. */
  readonly columns?: ColumnChoice<never>
  /** Without it the rows cannot be held. */
  readonly hold?: Hold
}

type ListKey = readonly [keys: readonly string[], does: string]

/** Where rows are only gone along. */
export const MOVE_KEYS: readonly ListKey[] = [[['j', 'k'], 'move']]
/** Where they lead somewhere. */
export const OPEN_KEYS: readonly ListKey[] = [...MOVE_KEYS, [['↵'], 'open']]

const SEARCH_KEYS: readonly ListKey[] = [[['/'], 'search']]
const LIST_KEYS: readonly ListKey[] = [...OPEN_KEYS, ...SEARCH_KEYS]
/** Of a list whose rows lead nowhere by themselves. */
export const SHUT_LIST_KEYS: readonly ListKey[] = [...MOVE_KEYS, ...SEARCH_KEYS]

/** The footer of a list: the visible range and the view options. */
export function ListFooter({ summary, chosen, asOf, keys = LIST_KEYS, columns, hold }: ListFooterProps) {
  return (
    <div className={styles.footer}>
      <p>{summary}</p>
      {chosen && chosen.count > 0 && (
        <span className={styles.chosen}>
          <span className={text.strong}>{formatCount(chosen.count)} selected</span>
          <Button look="ghost" size="small" onClick={chosen.onClear}>
            Clear
          </Button>
        </span>
      )}
      {asOf !== undefined && (
        <span className={styles.age}>
          <DataAge asOf={asOf} />
        </span>
      )}
      <span className={styles.keys} aria-hidden="true">
        {keys.map(([names, does]) => (
          <span key={does} className={styles.key}>
            {names.map(name => (
              <Kbd key={name}>{name}</Kbd>
            ))}
            {does}
          </span>
        ))}
      </span>
      <span className={styles.tools}>
        {hold && <HoldSwitch hold={hold} />}
        <DensitySwitch />
        {columns && <ColumnMenu columns={columns} />}
      </span>
    </div>
  )
}
