import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { LiveRegion } from '#components/ui/live-region.tsx'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { DataAge } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { type ColumnChoice, defaultColumns, formatColumns } from './column.ts'
import { useDensity } from './density-provider.tsx'
import styles from './list-footer.module.css'
import type { Hold } from './use-held-rows.ts'
import { isNarrow } from './use-table-window.ts'

export interface ListFooterProps {
  /** "10 pools in 5 groups", or "Rows 1 to 38 of 20,412". */
  readonly summary: ReactNode
  /** Selected rows. */
  readonly chosen?: { readonly count: number; readonly onClear: () => void }
  /**
   * Latest time at which the data was current, in epoch milliseconds of this browser; absent for
   * data that is not from Gardener.
   */
  readonly asOf?: number | null
  /** Keyboard shortcuts of the list, each with a label. */
  readonly keys?: readonly ListKey[]
  /** Enables the column menu. */
  readonly columns?: ColumnChoice<never>
  /** Enables the switch that holds the row order. */
  readonly hold?: Hold
}

type ListKey = readonly [keys: readonly string[], does: string]

/** For rows without a link. */
export const MOVE_KEYS: readonly ListKey[] = [[['j', 'k'], 'move']]
/** For rows with a link. */
export const OPEN_KEYS: readonly ListKey[] = [...MOVE_KEYS, [['↵'], 'open']]

const SEARCH_KEYS: readonly ListKey[] = [[['/'], 'search']]
const LIST_KEYS: readonly ListKey[] = [...OPEN_KEYS, ...SEARCH_KEYS]
/** For a searchable list of rows without a link. */
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
function HoldSwitch({ hold: { on, waiting, toggle, showChanges: takeIn } }: { readonly hold: Hold }) {
  return (
    <>
      {waiting > 0 && (
        <Button look="ghost" size="small" tip="Rows added, removed or moved" onClick={takeIn}>
          {formatPlural(waiting, 'change')} held back – show
        </Button>
      )}
      <Button
        look="ghost"
        size="small"
        aria-pressed={on}
        tip={on ? 'The row order is frozen. Click to resume updates' : 'Freeze the row order while data changes'}
        onClick={toggle}
      >
        {' '}
        Freeze order
      </Button>
      <LiveRegion message={on && waiting > 0 ? 'List changes are held back.' : ''} />
    </>
  )
}

/** Switches to compact rows. Rows rendered as blocks in a narrow window ignore it. */
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

const NONE: ReadonlySet<string> = new Set()

/**
 * Menu that shows and hides the columns after the first one. Checked columns are the visible ones,
 * which depend on the width of the window until a person chooses.
 */
function ColumnMenu({ columns: { all, chosen, choose } }: { readonly columns: ColumnChoice<never> }) {
  const [byItself, setByItself] = useState(NONE)
  const shown = chosen ?? byItself
  const toggle = (id: string) => {
    choose(formatColumns(shown.symmetricDifference(new Set([id])), all, byItself))
    requestAnimationFrame(() => headOf(id)?.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  }
  return (
    <Menu
      label="Columns"
      align="end"
      onOpen={() => setByItself(defaultColumns(all, isNarrow() ? null : widthOfTable()))}
      trigger={props => (
        <Button {...props} look="ghost" size="small">
          Columns
        </Button>
      )}
    >
      {all.slice(1).map(({ id, header }) => (
        <MenuItem key={id} checked={shown.has(id)} stays onSelect={() => toggle(id)}>
          {header}
        </MenuItem>
      ))}
      <MenuLine />
      <MenuItem stays onSelect={() => choose('')}>
        Reset
      </MenuItem>
    </Menu>
  )
}

/** The head of a column that was just shown and may be outside the visible part. */
function headOf(id: string): Element | null {
  return document.querySelector(`main [role="grid"] th[data-column="${id}"]`)
}

function widthOfTable(): number {
  return document.querySelector('main [role="grid"]')?.parentElement?.clientWidth ?? Number.POSITIVE_INFINITY
}
