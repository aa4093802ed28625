import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import styles from './entry.module.css'

/** What came of an action, each time something was noted: who ended without a word leaves it to others to look. */
export function OutcomesPanel({ entry: { row, outcomes } }: { readonly entry: AuditEntryView }) {
  return (
    <Panel title="Outcome">
      {outcomes.length === 0 ? (
        <NoLines>
          No outcome yet. The entry was written before the action began; if no outcome follows, it becomes unknown.
        </NoLines>
      ) : (
        <ol className={styles.outcomes}>
          {outcomes.map(({ seq, at, actor, outcome, detail }) => (
            <li key={seq} className={styles.outcome}>
              <div className={styles.line}>
                <OutcomeTag outcome={outcome} />
                <span className={text.muted}>
                  <RelativeTime at={at} />
                </span>
              </div>
              <Words>{detail ?? (outcome === 'accepted' ? row.change : null)}</Words>
              <p className={text.muted}>
                recorded by {actor}, entry {seq}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

/** What was noted, else what was done. */
function Words({ children }: { readonly children: string | null }) {
  return children !== null && <p className={styles.words}>{children}</p>
}
