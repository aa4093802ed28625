import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '#components/ui/icon.tsx'
import { MAX_NAME_SEARCH } from '#lib/search/list-part.ts'
import styles from './palette-dialog.module.css'

interface PaletteFieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly text: string
  readonly onText: (text: string) => void
  /** Content beside the field. */
  readonly children?: ReactNode
}

/** Text field of the palette, limited to the maximum length of a search. */
export function PaletteField({ text, onText, children, ...props }: PaletteFieldProps) {
  return (
    <div className={styles.head}>
      <Icon name="search" />
      <input
        {...props}
        className={styles.input}
        aria-label="Search or go to"
        placeholder="A page, name, id or action"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        onChange={event => onText(event.target.value.slice(0, MAX_NAME_SEARCH))}
      />
      {children}
    </div>
  )
}
