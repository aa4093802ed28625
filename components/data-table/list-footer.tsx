import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { DataAge } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { ColumnChoice } from './column-choice.ts'
import { ColumnMenu } from './column-menu.tsx'
import { useDensity } from './density-provider.tsx'
import styles from './list-footer.module.css'
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

/** Switch that holds the row order, with the number of waiting changes. */
function HoldSwitch({ hold: { on, waiting, toggle, takeIn } }: { readonly hold: Hold }) {
  return (
    <>
      {waiting > 0 && (
        <Button look="ghost" size="small" tip="Rows added, removed or moved" onClick={takeIn}>
          {formatPlural(waiting, 'change')} held back. Show
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        aria-pressed={on}
        tip={on ? 'Row order is frozen. Click to resume' : 'Freeze the order of the rows while data changes'}
        onClick={toggle}
      >
        Focus
      </Button>
      <LiveRegion message={on && waiting > 0 ? 'List changes are held back.' : ''} />
    </>
  )
}

/** Lower rows, for who wants to see more of them at once. Blocks of a narrow window have no such height. */
function DensitySwitch() {
  const [density, choose] = useDensity()
  const compact = density === 'compact'
  return (
    <Button
      look="ghost"
      size="small"
      icon
      className={styles.density}
      aria-label="Compact rows"
      aria-pressed={compact}
      tip="Compact rows"
      onClick={() => choose(compact ? 'comfortable' : 'compact')}
    >
      <Icon name="rows" size={14} />
    </Button>
  )
}
