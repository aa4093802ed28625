import { AuditTarget } from '#components/hap/audit-target.tsx'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import { formatCount } from '#lib/util/format.ts'
import styles from './entry.module.css'

/** What the action changed, or was to change. */
export function ChangePanel({ entry: { row, diff, moreLines, wrote } }: { readonly entry: AuditEntryView }) {
  const done = row.outcome === 'accepted'
  return (
    <Panel title={done || wrote.length > 0 ? 'What changed' : 'Planned change'}>
      {diff.length === 0 && wrote.length === 0 ? (
        <NoLines>{done ? 'No labels or settings were changed.' : 'It ended before a change was planned.'}</NoLines>
      ) : (
        <div className={styles.diff}>
          {diff.length > 0 && <LabelDiff lines={diff} />}
          {moreLines > 0 && (
            <p className={text.muted}>and {formatCount(moreLines)} more lines; the JSON export has them all.</p>
          )}
          {wrote.map(({ binding, found, lines }, index) => (
            <LabelDiff
              // biome-ignore lint/suspicious/noArrayIndexKey: a binding may be written more than once
              key={index}
              object={
                <>
                  <AuditTarget target={binding} /> {found && 'as found afterwards'}
                </>
              }
              lines={lines}
            />
          ))}
        </div>
      )}
    </Panel>
  )
}
