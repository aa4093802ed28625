import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '#components/ui/menu.tsx'
import { type ColumnChoice, defaultColumns, formatColumns } from './column-choice.ts'
import { isNarrow } from './use-narrow.ts'

const NONE: ReadonlySet<string> = new Set()

/**
 * The columns of a table after its first one, each to be shown or not. What is checked is what is in sight: by itself a table shows fewer
 * of them in a narrow window.
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

/** A column that came may stand where one has to scroll to. */
function headOf(id: string): Element | null {
  return document.querySelector(`main [role="grid"] th[data-column="${id}"]`)
}

function widthOfTable(): number {
  return document.querySelector('main [role="grid"]')?.parentElement?.clientWidth ?? Number.POSITIVE_INFINITY
}
