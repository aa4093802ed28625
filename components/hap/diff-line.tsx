import { cx } from '#components/ui/cx.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import styles from './diff.module.css'

interface DiffLineProps {
  readonly change: 'kept' | 'removed' | 'added'
  readonly text: string
  /** Grey words at the right end. */
  readonly note?: string | undefined
}

const SIGN = { added: '+', removed: '-', kept: '' } as const
const WORD = { added: 'added: ', removed: 'removed: ', kept: 'unchanged: ' } as const

/** A line of a difference; the sign is read out as a word. */
export function DiffLine({ change, text, note }: DiffLineProps) {
  return (
    <li className={cx(styles.line, styles[change])}>
      <span className={styles.sign} aria-hidden="true">
        {SIGN[change]}
      </span>
      <span className={styles.text}>
        <VisuallyHidden>{WORD[change]}</VisuallyHidden>
        {text}
      </span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </li>
  )
}
