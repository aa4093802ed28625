import styles from './button.module.css'
import { cx } from './cx.ts'

export interface ButtonLook {
  readonly look?: 'default' | 'primary' | 'danger' | 'danger-quiet' | 'ghost' | undefined
  readonly size?: 'default' | 'small' | undefined
  /** Square, for an icon alone; needs an `aria-label`. */
  readonly icon?: boolean | undefined
}

/** Class names of a button's look, for buttons and for links that look like one. */
export function buttonClass(
  { look, size, icon }: ButtonLook,
  ...more: readonly (string | false | undefined)[]
): string {
  return cx(
    styles.button,
    look && look !== 'default' && styles[look],
    size === 'small' && styles.small,
    icon && styles.icon,
    ...more,
  )
}
