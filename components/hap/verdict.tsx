import type { ReactNode } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import styles from './verdict.module.css'

type Outcome = 'chosen' | 'ok' | 'no' | 'warn' | 'wrong' | 'done' | 'running' | 'info' | 'still'

interface VerdictProps {
  readonly outcome: Outcome
  readonly children: ReactNode
}

const ICONS: Record<Outcome, IconName> = {
  chosen: 'ok',
  ok: 'check',
  no: 'close',
  warn: 'warning',
  wrong: 'error',
  done: 'ok',
  running: 'clock',
  info: 'info',
  still: 'still',
}

/** The icon alone, for a verdict with its text elsewhere. */
export function VerdictSign({ outcome }: Pick<VerdictProps, 'outcome'>) {
  return (
    <span className={cx(styles.verdict, styles[outcome])}>
      <Icon name={ICONS[outcome]} size={14} />
    </span>
  )
}

/**
 * An icon with text. `chosen`: the winner; `wrong`: needs repair; `done` and `running`: need no
 * action; `info`: neutral information; `still`: unchanged.
 */
export function Verdict({ outcome, children }: VerdictProps) {
  return (
    <span className={cx(styles.verdict, styles[outcome])}>
      <Icon name={ICONS[outcome]} size={14} />
      <span className={styles.words}>{children}</span>
    </span>
  )
}
