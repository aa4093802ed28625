import { cx } from './cx.ts'
import styles from './icon.module.css'

interface IconProps {
  readonly name: IconName
  /** 16 (default), 14 beside text, 12 inside chips and table heads. */
  readonly size?: 12 | 14 | 16
  readonly className?: string | undefined
}

/**
 * An icon in the colour of its text. Always decorative: the label beside it, or of its button, has
 * the meaning.
 */
export function Icon({ name, size = 16, className }: IconProps) {
  const fill = ICON_FILLS[name]
  return (
    <svg className={cx(styles.icon, className)} width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={ICON_PATHS[name]} className={name === 'more' ? styles.dots : undefined} />
      {fill && <path d={fill} className={styles.fill} />}
    </svg>
  )
}

/**
 * Icons on a 16 by 16 grid, stroked with 1.4. One path each keeps the whole set below a kilobyte.
 */
const ICON_PATHS = {
  overview: 'M2.5 2.5h4.5v6H2.5zM9 2.5h4.5v3H9zM9 7.5h4.5v6H9zM2.5 10.5h4.5v3H2.5z',
  pools: 'M2.5 3h11v3h-11zM2.5 8h11v5h-11zM7.5 3v3M9.5 8v5',
  bindings: 'M7.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM7.5 8h6M11 8v2.5M13.5 8v2',
  shoots: 'M8 2.2l5 2.9v5.8l-5 2.9-5-2.9V5.1zM3 5.1L8 8l5-2.9M8 8v5.8',
  'global-accounts': 'M8 8a2.3 2.3 0 1 0 0-4.6A2.3 2.3 0 0 0 8 8zM3.5 13.2c0-2.2 2-3.4 4.5-3.4s4.5 1.2 4.5 3.4z',
  simulator:
    'M5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM14 3.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM14 12.5a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0zM5 8h2.5C9 8 9 3.5 11 3.5M7.5 8c1.5 0 1.5 4.5 3.5 4.5',
  audit: 'M3.5 2.5h9v11h-9zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  rules: 'M2.5 4h5M2.5 8h5M2.5 12h5M10 8h3.5M11.7 6l2 2-2 2',
  allowlist: 'M6.5 4h7M6.5 8h7M6.5 12h7M2 4l.9.9L4.6 3.2M2 8l.9.9 1.7-1.7M2 12l.9.9 1.7-1.7',
  approvals:
    'M5.8 6.8a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c0-2.4 1.6-4.2 3.7-4.2 1 0 1.9.4 2.5 1M9 11.5l1.7 1.7 3.3-3.7',
  jobs: 'M2.5 4h11M2.5 8h4.5M2.5 12h4.5M9.5 7.3l4.5 2.8-4.5 2.8z',
  operators: 'M13 5.5A5.5 5.5 0 0 0 3 5.2M3 10.5a5.5 5.5 0 0 0 10 .3M3 2.5v2.8h2.8M13 13.5v-2.8h-2.8M6 6.5h4v3H6z',
  settings:
    'M2.5 5h6M12 5h1.5M2.5 11h1.5M7.5 11h6M12 5a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0zM7.5 11a1.75 1.75 0 1 1-3.5 0 1.75 1.75 0 0 1 3.5 0z',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M11.2 7a4.2 4.2 0 1 1-8.4 0 4.2 4.2 0 0 1 8.4 0zM10.2 10.2l3.3 3.3',
  'chevron-down': 'M4.5 6.5L8 10l3.5-3.5',
  'chevron-right': 'M6.5 4.5L10 8l-3.5 3.5',
  'sort-up': 'M8 13V3.5M4.5 7L8 3.5 11.5 7',
  'sort-down': 'M8 3v9.5M4.5 9L8 12.5 11.5 9',
  rows: 'M2.5 3h11M2.5 6.3h11M2.5 9.6h11M2.5 12.9h11',
  check: 'M3.5 8.5l3 3 6-6.5',
  still: 'M4 6.3h8M4 9.7h8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  warning: 'M8 2.3l6.2 11H1.8zM8 6.5v3.2M8 11.6h.01',
  error: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM8 5v3.8M8 11h.01',
  ok: 'M13.7 8A5.7 5.7 0 1 1 2.3 8a5.7 5.7 0 0 1 11.4 0zM5.3 8.2l2 2 3.5-4',
  info: 'M13.7 8A5.7 5.7 0 1 1 2.3 8a5.7 5.7 0 0 1 11.4 0zM8 7.3V11M8 5h.01',
  clock: 'M13.7 8A5.7 5.7 0 1 1 2.3 8a5.7 5.7 0 0 1 11.4 0zM8 4.7V8l2.3 1.5',
  leave: 'M9.5 2.5h-6v11h6M6.5 8h7M11 5.5L13.5 8 11 10.5',
  download: 'M8 2.5v7.5M4.8 7L8 10.2 11.2 7M2.5 13.5h11',
  action: 'M8.8 1.8L3.5 9h4l-.6 5.2L12.5 7h-4z',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  link: 'M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3l-1.3 1.5M9 11.5L7.5 13a3 3 0 0 1-4.3-4.3l1.3-1.5',
  empty: 'M2.5 9l2-6h7l2 6v4.5h-11zM2.5 9H6l.7 1.5h2.6L10 9h3.5',
  filtered: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  forbidden: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  unreachable: 'M2.5 13.5l3-3M13.5 2.5l-3 3M5 8l3 3-1 1.2a2.5 2.5 0 0 1-3.3-3.2zM11 8L8 5l1-1.2A2.5 2.5 0 0 1 12.3 7z',
  'theme-light':
    'M10.6 8a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0zM8 1.8v1.4M8 12.8v1.4M1.8 8h1.4M12.8 8h1.4M3.6 3.6l1 1M11.4 11.4l1 1M12.4 3.6l-1 1M4.6 11.4l-1 1',
  'theme-dark': 'M13.2 9.6A5.6 5.6 0 0 1 6.4 2.8a5.6 5.6 0 1 0 6.8 6.8z',
  'theme-system': 'M13.3 8A5.3 5.3 0 1 1 2.7 8a5.3 5.3 0 0 1 10.6 0z',
} as const

export type IconName = keyof typeof ICON_PATHS

/** Paths that are filled instead of stroked. */
const ICON_FILLS: Partial<Record<IconName, string>> = {
  'theme-system': 'M8 2.7a5.3 5.3 0 0 1 0 10.6z',
}
