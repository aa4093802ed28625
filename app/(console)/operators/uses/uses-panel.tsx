'use client'

import { useQuery } from '@tanstack/react-query'
import { type UsedBy, usesQuery } from '#app/data/operator-queries.ts'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/util/format.ts'
import { ResourceStateText } from '../resource-state-text.tsx'

interface UsesPanelProps {
  readonly used: UsedBy
  /** Link to the list of all its Clusters. */
  readonly all: string
}

/** Lists the Clusters and SubscriptionRequests of a binding or a global account; renders nothing without any. */
export function UsesPanel({ used, all }: UsesPanelProps) {
  const { data } = useQuery(usesQuery(used))
  if (data === undefined || data.total === 0) return null
  return (
    <Panel
      title="Custom resources"
      aside={
        data.total > data.uses.length ? (
          <TextLink href={all}>all {formatCount(data.total)}</TextLink>
        ) : (
          formatCount(data.total)
        )
      }
    >
      <LineList label="Clusters and subscription requests">
        {data.uses.map(({ kind, name, state }) => (
          <Line key={`${kind} ${name}`} end={<ResourceStateText state={state} />}>
            <TextLink
              className={text.mono}
              href={kind === 'Cluster' ? paths.cluster(name) : paths.subscriptionRequest(name)}
            >
              {name}
            </TextLink>{' '}
            <span className={text.muted}>{kind}</span>
          </Line>
        ))}
      </LineList>
    </Panel>
  )
}
