import { Checkbox } from '#components/ui/checkbox.tsx'
import styles from './data-table.module.css'

interface SelectCellProps {
  readonly name: string
  readonly checked: boolean
  /** The keyboard is on its row. */
  readonly active: boolean
  readonly onPick: (extend: boolean) => void
}

/** The box at the start of a row. With the shift key it chooses all from the last one to this. */
export function SelectCell({ name, checked, active, onPick }: SelectCellProps) {
  return (
    <td className={styles.select}>
      <Checkbox
        label={`Select ${name}`}
        hideLabel
        checked={checked}
        tabIndex={active ? 0 : -1}
        onChange={(_, shift) => onPick(shift)}
      />
    </td>
  )
}
