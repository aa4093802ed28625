import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import type { TargetStatus } from '#lib/hap/actions/job.ts'
import { OUTCOME_WORDS } from './job-words.ts'
import styles from './jobs.module.css'

/** Outcome of a target as icon and label. */
export function OutcomeText({ status }: { readonly status: TargetStatus }) {
  const { label, icon, tone } = OUTCOME_WORDS[status]
  return (
    <span className={cx(styles.outcome, text[tone])}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  )
}
