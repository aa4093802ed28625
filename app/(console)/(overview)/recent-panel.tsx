import { useQuery } from '@tanstack/react-query'
import { recentActionsQuery } from '#app/data/audit-queries.ts'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { paths } from '#lib/paths.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import { MainTarget } from '../audit/main-target.tsx'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import styles from './overview.module.css'

/** The newest actions, with refused ones. */
export function RecentPanel() {
  const { data: rows, error, refetch } = useQuery(recentActionsQuery())
  const retry = () => void refetch()
  return (
    <Panel title="Recent actions" aside={<TextLink href={paths.audit()}>All actions</TextLink>}>
      {rows && error && <RefreshFailure error={error} onRetry={retry} />}
      {rows ? <Actions rows={rows} /> : error ? <ReadFailure error={error} onRetry={retry} /> : <Reading />}
    </Panel>
  )
}

function Actions({ rows }: { readonly rows: readonly AuditRow[] }) {
  if (rows.length === 0)
    return <NoLines>No actions yet: nobody has changed anything, and no claim has been made.</NoLines>
  return (
    <LineList label="Recent actions">
      {rows.map(row => (
        <Line
          key={row.seq}
          end={
            <span className={cx(text.small, text.muted)}>
              {row.actor} · <RelativeTime at={row.at} />
            </span>
          }
        >
          <CellLink href={paths.auditEntry(row.seq)} className={text.strong}>
            {actionVerb(row.action)}
          </CellLink>
          {row.outcome !== 'accepted' && <OutcomeTag outcome={row.outcome} />}
          <span className={text.cut}>
            <MainTarget row={row} orTenant />
          </span>
        </Line>
      ))}
    </LineList>
  )
}

function Reading() {
  return (
    <div className={styles.lines} aria-busy="true">
      <Skeleton width="100%" height={240} />
    </div>
  )
}
