import { cx } from './cx.ts'
import styles from './icon.module.css'
import { ICON_FILLS, ICON_PATHS, type IconName } from './icon-paths.ts'

interface IconProps {
  readonly name: IconName
  /** 16 (default), 14 beside text, 12 inside chips and table heads. */
  readonly size?: 12 | 14 | 16
  readonly className?: string | undefined
}

/** A drawing in the colour of its text. Always decoration: the words beside it, or the button's label, say the same. */
export function Icon({ name, size = 16, className }: IconProps) {
  const fill = ICON_FILLS[name]
  return (
    <svg className={cx(styles.icon, className)} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICON_PATHS[name]} className={name === 'more' ? styles.dots : undefined} />
      {fill && <path d={fill} className={styles.fill} />}
    </svg>
  )
}
