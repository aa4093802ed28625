import { Message } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { RuleChange } from '#lib/hap/publication/rule-changes.ts'
import type { Conflict } from './publication-dialog.tsx'
import styles from './revisions.module.css'
import { RuleChangeList } from './rule-change-list.tsx'

interface ConflictNoticeProps {
  readonly conflict: Conflict
  /** Since the rules the author began from. */
  readonly theirs: readonly RuleChange[]
  readonly mine: readonly RuleChange[]
}

/** Both revisions beside each other: what was published meanwhile, and what was to be published. Neither is lost. */
export function ConflictNotice({ conflict: { current }, theirs, mine }: ConflictNoticeProps) {
  return (
    <Message tone="warn" announce>
      <div className={styles.item}>
        {current === null ? (
          <p>The revision you began from is gone: the database was put back. Nothing was published.</p>
        ) : (
          <p>
            <span className={text.strong}>Revision {current.number} was published in the meantime</span>, by{' '}
            {current.actor}, <RelativeTime at={current.at} />: “{current.reason}”. Yours is neither published nor lost:
            close this, and go on from revision {current.number}.
          </p>
        )}
        <div className={styles.sides}>
          <section>
            <h3 className={text.strong}>Changed by others</h3>
            <RuleChangeList changes={theirs} none="No rule." />
          </section>
          <section>
            <h3 className={text.strong}>Changed by you</h3>
            <RuleChangeList changes={mine} none="No rule." />
          </section>
        </div>
      </div>
    </Message>
  )
}
