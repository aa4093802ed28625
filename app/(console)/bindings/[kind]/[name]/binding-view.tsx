'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { bindingQuery } from '#app/data/binding-queries.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { StateBadge } from '#components/hap/state-badge.tsx'
import { copyCommand } from '#components/palette/copy-command.ts'
import { type RegisteredGroup, useCommands } from '#components/palette/registered.ts'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { PendingApproval } from '../../../approvals/pending-approval.tsx'
import type { Person } from '../../../person.ts'
import { ReadFailure } from '../../../read-failure.tsx'
import { SourceGap } from '../../../source-gap.tsx'
import { ReadingTab } from '../../../timeline/reading-tab.tsx'
import { useUnread } from '../../../use-unread.ts'
import { BindingActions } from './act/binding-actions.tsx'
import { BindingFacts } from './binding-facts.tsx'
import { NotCurrent } from './not-current.tsx'
import { ReadingBinding } from './reading-binding.tsx'
import { SummaryTab } from './summary-tab.tsx'
import { YamlTab } from './yaml-tab.tsx'

interface BindingViewProps {
  readonly kind: BindingKind
  readonly name: string
  readonly namespace: string
  readonly person: Person
}

/** The page of one binding. The last version stays visible after a failed refresh or a deletion. */
export function BindingView({ kind, name, namespace, person }: BindingViewProps) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(bindingQuery(kind, name))
  const missing = error instanceof ApiError && error.status === 404
  const retry = () => void refetch()
  useCommands(data ? commandsOf(data) : null)
  return (
    <>
      <PageHead
        title={name}
        mono
        badge={
          data && <StateBadge state={data.row.state} since={data.row.since} isFirstLook={data.row.sinceIsFirstLook} />
        }
        facts={data ? <BindingFacts detail={data} /> : `${kind} in ${namespace}`}
        actions={
          data && (
            <>
              <OpenInSimulator request={data.nextRequest} />
              <BindingActions detail={data} person={person} missing={missing} />
            </>
          )
        }
      />
      <PendingApproval binding={{ kind, namespace, name }} />
      {data && error && <NotCurrent missing={missing} error={error} seenAt={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <BindingTabs detail={data} />
      ) : missing ? (
        <SourceGap what="bindings" reading={<ReadingBinding />}>
          <EmptyState
            reason="empty"
            title="There is no such binding"
            actions={<ButtonLink href={paths.bindings()}>All bindings</ButtonLink>}
          >
            It may have been deleted, or it has no HAP labels.
          </EmptyState>
        </SourceGap>
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <ReadingBinding />
      )}
    </>
  )
}

const SIMULATE = 'Open in simulator'
const NO_REQUEST = 'No rule leads to its pool, so no request can get it.'

function commandsOf({ row: { kind, name, account }, nextRequest }: BindingDetail): RegisteredGroup {
  const href = paths.binding({ kind, name })
  return {
    scope: 'page',
    heading: name,
    recent: { href, name, what: 'Binding' },
    commands: [
      {
        id: 'simulate',
        label: SIMULATE,
        icon: 'simulator',
        disabledReason: nextRequest === null ? NO_REQUEST : null,
        act: { href: nextRequest === null ? href : paths.simulator(nextRequest) },
      },
      copyCommand('name', name),
      ...(account.name === name ? [] : [copyCommand('account', account.name)]),
    ],
  }
}

function OpenInSimulator({ request }: { readonly request: BindingDetail['nextRequest'] }) {
  if (request !== null) return <ButtonLink href={paths.simulator(request)}>{SIMULATE}</ButtonLink>
  return <Button disabledReason={NO_REQUEST}>{SIMULATE}</Button>
}

/** Loads these tabs on demand, because most visits open neither of them. */
const ShootsTab = dynamic(() => import('./shoots-tab.tsx').then(({ ShootsTab }) => ShootsTab), {
  loading: ReadingTab,
})
const TimelineTab = dynamic(() => import('./timeline-tab.tsx').then(({ TimelineTab }) => TimelineTab), {
  loading: ReadingTab,
})

const TAB_IDS = ['summary', 'shoots', 'timeline', 'yaml'] as const
type TabId = (typeof TAB_IDS)[number]

function BindingTabs({ detail }: { readonly detail: BindingDetail }) {
  const [chosen, choose] = useParameter('tab', { step: true })
  const unread = useUnread('shoots')
  const tab: TabId = TAB_IDS.find(id => id === chosen) ?? 'summary'
  return (
    <>
      <Tabs
        label={`Binding ${detail.row.name}`}
        selected={tab}
        onSelect={id => choose(id === 'summary' ? '' : id)}
        tabs={[
          { id: 'summary', label: 'Summary' },
          { id: 'shoots', label: 'Shoots', ...(unread === null && { count: detail.shoots.length }) },
          { id: 'timeline', label: 'Timeline' },
          { id: 'yaml', label: 'YAML' },
        ]}
      />
      <TabPanel id={tab} fill>
        {tab === 'summary' && <SummaryTab detail={detail} />}
        {tab === 'shoots' && <ShootsTab detail={detail} />}
        {tab === 'timeline' && <TimelineTab detail={detail} />}
        {tab === 'yaml' && <YamlTab detail={detail} />}
      </TabPanel>
    </>
  )
}
