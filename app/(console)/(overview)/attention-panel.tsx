import { useQuery } from '@tanstack/react-query'
import { queuesQuery } from '#app/data/claim-queries.ts'
import { driftQuery } from '#app/data/rules-queries.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { Attention } from '#lib/queries/overview.ts'
import { formatCount } from '#lib/util/format.ts'
import { QueryFailure } from '../read-failure.tsx'
import { formatDriftTitle } from '../rules/revisions/drift-messages.ts'
import { NoneOf } from '../unread-sources.tsx'

const ICONS = { danger: 'error', warn: 'warning' } as const

/** Findings, worst first. Each row links to the bindings, queued claims or replicas it is about. */
export function AttentionPanel({ entries }: { readonly entries: readonly Attention[] }) {
  const queuesRead = useQuery(queuesQuery())
  const driftRead = useQuery(driftQuery())
  const { data: queues = [] } = queuesRead
  const { data: drift } = driftRead
  const differing = drift?.drift ? formatDriftTitle(drift.drift, drift.pending) : null
  return (
    <Panel title="Needs attention">
      <QueryFailure what="Which claims wait" query={queuesRead} wide />
      <QueryFailure what="Who has other rules than the published ones" query={driftRead} wide />
      {entries.length === 0 && queues.length === 0 && differing === null ? (
        <NoneOf what={['bindings', 'shoots']}>
          No malformed labels, duplicate bindings or clusters on accounts that should be empty.
        </NoneOf>
      ) : (
        <LineList label="Needs attention">
          {entries.map(({ severity, title, count, q }) => (
            <Line
              key={title}
              href={paths.bindings({ q })}
              mark={<Icon name={ICONS[severity]} size={14} className={text[severity]} />}
              end={formatCount(count)}
            >
              <span className={text.cut}>{title}</span>
            </Line>
          ))}
          {queues.map(({ pool, claims }) => (
            <Line
              key={poolName(pool)}
              href={`${paths.pool(pool)}#waiting`}
              mark={<Icon name={ICONS.warn} size={14} className={text.warn} />}
              end={formatCount(claims)}
            >
              <span className={text.cut}>Claims wait for {poolName(pool)}</span>
            </Line>
          ))}
          {differing !== null && (
            <Line
              href={paths.rules({ tab: 'revisions' })}
              mark={<Icon name={ICONS.warn} size={14} className={text.warn} />}
            >
              <span className={text.cut}>{differing}</span>
            </Line>
          )}
        </LineList>
      )}
    </Panel>
  )
}
