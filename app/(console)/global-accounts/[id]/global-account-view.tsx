'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { ApiError } from '#app/data/fetch-json.ts'
import { globalAccountQuery } from '#app/data/global-account-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { copyCommand, useCommands } from '#components/palette/commands.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink, CellLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../person.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { clustersOfGlobalAccount } from '../../shoots/shoot-links.ts'
import { ReadingTab } from '../../timeline/reading-tab.tsx'
import { IfRead, SourceGap, useUnread } from '../../unread-sources.tsx'
import { SummaryTab } from './summary-tab.tsx'

const NOTHING_NOW = 'This global account has no accounts and no clusters.'
const NEXT_REQUEST = 'Simulate next request'

/**
 * The page of one global account. The last version stays visible after a failed refresh or a
 * deletion.
 */
export function GlobalAccountView({ id, person }: { readonly id: string; readonly person: Person }) {
  const { data, error, refetch } = useQuery(globalAccountQuery(id))
  const missing = error instanceof ApiError && error.status === 404
  const retry = () => void refetch()
  const next = paths.simulator(data?.nextRequest ?? { globalAccount: id })
  useCommands(
    data
      ? {
          scope: 'page',
          heading: id,
          recent: { href: paths.globalAccount(id), name: id, what: 'Global account' },
          commands: [
            {
              id: 'simulate',
              label: NEXT_REQUEST,
              also: ['Open in simulator'],
              icon: 'simulator',
              act: { href: next },
            },
            copyCommand('id', id),
          ],
        }
      : null,
  )
  return (
    <>
      <PageHead
        title={id}
        mono
        badge={data && <Tag>{data.allowedBy === null ? 'not on the allowlist' : 'on the allowlist'}</Tag>}
        facts={data && <GlobalAccountFacts row={data.row} />}
        actions={data && <ButtonLink href={next}>{NEXT_REQUEST}</ButtonLink>}
      />
      {data && error && !missing && <RefreshFailure error={error} onRetry={retry} />}
      {data && missing && (
        <Strip tone="warn" announce>
          {NOTHING_NOW} Its last known state is shown below.
        </Strip>
      )}
      {data && !missing && data.row.accounts.count === 0 && data.row.clusters === 0 && (
        <Strip tone="info">{NOTHING_NOW} See the timeline for its history.</Strip>
      )}
      {data ? (
        <GlobalAccountTabs detail={data} person={person} />
      ) : missing ? (
        <SourceGap what={['bindings', 'shoots']} reading={<ReadingTab />}>
          <EmptyState reason="empty" title="Global account not found">
            No bindings, clusters or records exist for it. Check the address.
          </EmptyState>
        </SourceGap>
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <ReadingTab />
      )}
    </>
  )
}

/** Loads these tabs when they are opened. */
const ClustersTab = dynamic(() => import('../../cluster-tabs.tsx').then(({ ClustersTab }) => ClustersTab), {
  loading: ReadingTab,
})
const TimelineTab = dynamic(
  () => import('../../timeline/timeline-tabs.tsx').then(({ GlobalAccountTimelineTab }) => GlobalAccountTimelineTab),
  {
    loading: ReadingTab,
  },
)

const TAB_IDS = ['summary', 'clusters', 'timeline'] as const

function GlobalAccountTabs({ detail, person }: { readonly detail: GlobalAccountDetail; readonly person: Person }) {
  const [chosen, choose] = useParameter('tab', { step: true })
  const unread = useUnread('shoots')
  const tab = TAB_IDS.find(id => id === chosen) ?? 'summary'
  return (
    <>
      <Tabs
        label={`Global account ${detail.row.id}`}
        selected={tab}
        onSelect={id => choose(id === 'summary' ? '' : id)}
        tabs={[
          { id: 'summary', label: 'Summary' },
          { id: 'clusters', label: 'Clusters', ...(unread === null && { count: detail.row.clusters }) },
          { id: 'timeline', label: 'Timeline' },
        ]}
      />
      <TabPanel id={tab} fill>
        {tab === 'summary' && <SummaryTab detail={detail} person={person} />}
        {tab === 'clusters' && <ClustersTab detail={detail} />}
        {tab === 'timeline' && <TimelineTab id={detail.row.id} />}
      </TabPanel>
    </>
  )
}

/** Counts of a global account in one line below its id, each linked to its rows. */
function GlobalAccountFacts({ row }: GlobalAccountFactsProps) {
  const { accounts, clusters, overLimit, givenBack } = row
  return (
    <>
      <IfRead what="bindings" unit="accounts">
        <CellLink href={paths.bindings({ q: accounts.q })}>{formatPlural(accounts.count, 'account')}</CellLink>
      </IfRead>
      <IfRead what="shoots" unit="clusters">
        <CellLink href={clustersOfGlobalAccount(row)}>{formatPlural(clusters, 'cluster')}</CellLink>
      </IfRead>
      {overLimit.count > 0 && (
        <CellLink href={paths.bindings({ q: overLimit.q })} className={text.warn}>
          {formatPlural(overLimit.count, 'account')} over the limit
        </CellLink>
      )}
      {givenBack.count > 0 && (
        <CellLink href={paths.bindings({ q: givenBack.q })}>
          {formatPlural(givenBack.count, 'account')} released, not yet cleaned
        </CellLink>
      )}
    </>
  )
}

interface GlobalAccountFactsProps {
  readonly row: GlobalAccountRow
}
