import { Message } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'
import styles from './revisions.module.css'
import { RuleChangeList } from './rule-change-list.tsx'
import type { Overtaking } from './use-overtaking.ts'

interface ConflictNoticeProps {
  readonly overtaking: Overtaking
  /** Since the rules the author began from. */
  readonly mine: readonly RuleChange[]
}

/** Both revisions beside each other: what was published meanwhile, and what was to be published. Neither is lost. */
export function ConflictNotice({ overtaking: { number, by, changes }, mine }: ConflictNoticeProps) {
  return (
    <Message tone="warn" announce>
      <div className={styles.item}>
        {number === null ? (
          <p>The revision you began from is gone: the database was put back. Nothing was published.</p>
        ) : (
          <p>
            <span className={text.strong}>Revision {number} was published in the meantime</span>
            {by && (
              <>
                , by {by.actor}, <RelativeTime at={by.at} />: “{by.reason}”
              </>
            )}
            . Yours is neither published nor lost: close this, and go on from revision {number}.
          </p>
        )}
        <div className={styles.sides}>
          <section>
            <h3 className={text.strong}>Changed by others</h3>
            {changes === null ? (
              <p className={text.muted}>Being read.</p>
            ) : (
              <RuleChangeList changes={changes} none="No rule." />
            )}
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
