'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { bindingQuery, bindingYamlQuery } from '#app/data/binding-queries.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { useParameter } from '#components/address/use-parameter.ts'
import { StateBadge } from '#components/hap/binding-state.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { copyCommand, type RegisteredGroup, useCommands } from '#components/palette/commands.ts'
import { DetailColumns, PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink, TextLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { TabPanel, Tabs } from '#components/ui/tabs.tsx'
import text from '#components/ui/text.module.css'
import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatClock, formatCount, formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../../person.ts'
import { ReadFailure, RefreshFailure } from '../../../read-failure.tsx'
import { reservedOfAccount } from '../../../shoots/shoot-links.ts'
import { ReadingTab } from '../../../timeline/reading-tab.tsx'
import { PendingApprovals } from '../../../two-persons.tsx'
import { IfRead, SourceGap, useUnread } from '../../../unread-sources.tsx'
import { YamlView } from '../../../yaml-view.tsx'
import { BindingActions } from './act/binding-actions.tsx'
import { SummaryTab } from './summary-tab.tsx'

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
      <PendingApprovals binding={{ kind, namespace, name }} />
      {data && error && <OutdatedStrip missing={missing} error={error} seenAt={dataUpdatedAt} onRetry={retry} />}
      {data ? (
        <BindingTabs detail={data} />
      ) : missing ? (
        <SourceGap what="bindings" reading={<BindingSkeleton />}>
          <EmptyState
            reason="empty"
            title="Binding not found"
            actions={<ButtonLink href={paths.bindings()}>All bindings</ButtonLink>}
          >
            It may have been deleted, or it has no HAP labels.
          </EmptyState>
        </SourceGap>
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <BindingSkeleton />
      )}
    </>
  )
}

const SIMULATE = 'Open in simulator'
const NO_REQUEST = 'No rule selects its pool, so no request can be assigned to it.'

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
const ShootsTab = dynamic(() => import('../../../cluster-tabs.tsx').then(({ ShootsTab }) => ShootsTab), {
  loading: ReadingTab,
})
const TimelineTab = dynamic(
  () => import('../../../timeline/timeline-tabs.tsx').then(({ BindingTimelineTab }) => BindingTimelineTab),
  {
    loading: ReadingTab,
  },
)

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

/** Facts about a binding, in one line below its name. */
function BindingFacts({ detail: { row, namespace, shoots } }: { readonly detail: BindingDetail }) {
  const { kind, pool, tenant, limit } = row
  return (
    <>
      <span>
        {kind} in <span className={text.mono}>{namespace}</span>
      </span>
      <span>Pool {pool ? <TextLink href={paths.pool(pool)}>{poolName(pool)}</TextLink> : 'none'}</span>
      {tenant && (
        <span>
          Global account <TenantId id={tenant} />
        </span>
      )}
      <span>
        <IfRead what="shoots" unit="shoots">
          <TextLink href={paths.binding(row, { tab: 'shoots' })}>{formatPlural(shoots.length, 'shoot')}</TextLink>
        </IfRead>
        {row.reserved > 0 && (
          <>
            {' and '}
            <TextLink href={reservedOfAccount(row.account)}>{formatCount(row.reserved)} reserved</TextLink>
          </>
        )}
        {limit !== null && `, limit ${formatCount(limit)}`}
      </span>
    </>
  )
}

interface OutdatedStripProps {
  /** The binding was deleted; false when a refresh failed. */
  readonly missing: boolean
  readonly error: Error
  /** Milliseconds since 1970. */
  readonly seenAt: number
  readonly onRetry: () => void
}

/** Warns that the page shows an outdated version of the binding. */
function OutdatedStrip({ missing, error, seenAt, onRetry }: OutdatedStripProps) {
  if (missing) {
    return (
      <Strip tone="warn" announce>
        This binding no longer exists: it was deleted or lost its HAP labels. Its last known state is shown below.
      </Strip>
    )
  }
  return (
    <RefreshFailure error={error} onRetry={onRetry}>
      Its state at {formatClock(new Date(seenAt).toISOString())} UTC is shown below.
    </RefreshFailure>
  )
}

/** Placeholder with the size of a binding's page. */
function BindingSkeleton() {
  return (
    <div aria-busy="true">
      <DetailColumns
        main={
          <>
            <Skeleton width="100%" height={240} />
            <Skeleton width="100%" height={200} />
          </>
        }
        side={<Skeleton width="100%" height={160} />}
      />
    </div>
  )
}

/** The live object from the API server, refreshed when it changes. */
function YamlTab({ detail: { row, resourceVersion } }: { readonly detail: BindingDetail }) {
  const { data, error, refetch } = useQuery({
    ...bindingYamlQuery(row.kind, row.name, resourceVersion),
    placeholderData: keepPreviousData,
  })
  return <YamlView yaml={data?.yaml} error={error} onRetry={() => void refetch()} />
}
