import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { type ColumnChoice, defaultColumns, formatColumns } from './column-choice.ts'
import { isNarrow } from './use-narrow.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * Menu that shows and hides the columns after the first one. Checked columns are the visible ones,
 * which depend on the width of the window until a person chooses.
 */
export function ColumnMenu({ columns: { all, chosen, choose } }: { readonly columns: ColumnChoice<never> }) {
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
