'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { ApiError } from '#app/data/fetch-json.ts'
import { globalAccountQuery } from '#app/data/global-account-queries.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { copyCommand } from '#components/palette/copy-command.ts'
import { useCommands } from '#components/palette/registered.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Strip } from '#components/ui/message.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import { Tag } from '#components/ui/tag.tsx'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { NotReadAgain } from '../../not-read-again.tsx'
import { ReadFailure } from '../../read-failure.tsx'
import { SourceGap } from '../../source-gap.tsx'
import { ReadingTab } from '../../timeline/reading-tab.tsx'
import { useUnread } from '../../use-unread.ts'
import { GlobalAccountFacts } from './global-account-facts.tsx'
import { SummaryTab } from './summary-tab.tsx'

const NOTHING_NOW = 'This global account has no account now: no binding names it, and it has no clusters.'
const NEXT_REQUEST = 'What would the next request get?'

/**
 * The page of one global account. The last version stays visible after a failed refresh or a
 * deletion.
 */
export function GlobalAccountView({ id }: { readonly id: string }) {
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
      {data && error && !missing && <NotReadAgain error={error} onRetry={retry} />}
      {data && missing && (
        <Strip tone="warn" announce>
          {NOTHING_NOW} Below is its last known state.
        </Strip>
      )}
      {data && !missing && data.row.accounts.count === 0 && data.row.clusters === 0 && (
        <Strip tone="info">{NOTHING_NOW} The timeline shows what is recorded of it.</Strip>
      )}
      {data ? (
        <GlobalAccountTabs detail={data} />
      ) : missing ? (
        <SourceGap what={['bindings', 'shoots']} reading={<ReadingTab />}>
          <EmptyState reason="empty" title="There is no such global account">
            No binding names it, it has no clusters, and nothing of it is recorded.
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
const ClustersTab = dynamic(() => import('./clusters-tab.tsx').then(({ ClustersTab }) => ClustersTab), {
  loading: ReadingTab,
})
const TimelineTab = dynamic(() => import('./timeline-tab.tsx').then(({ TimelineTab }) => TimelineTab), {
  loading: ReadingTab,
})

const TAB_IDS = ['summary', 'clusters', 'timeline'] as const

function GlobalAccountTabs({ detail }: { readonly detail: GlobalAccountDetail }) {
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
        {tab === 'summary' && <SummaryTab detail={detail} />}
        {tab === 'clusters' && <ClustersTab detail={detail} />}
        {tab === 'timeline' && <TimelineTab id={detail.row.id} />}
      </TabPanel>
    </>
  )
}
