'use client'

import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { AuditTarget } from '#components/hap/audit-target.tsx'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { STATE_NAMES, StateGlyph } from '#components/hap/binding-state.tsx'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Ticket } from '#components/hap/ticket.tsx'
import { Button } from '#components/ui/button.tsx'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { useLastError } from '#components/ui/use-last-error.ts'
import { actionVerb, parseTarget } from '#lib/hap/audit/target.ts'
import { BINDING_KINDS, bindingKey } from '#lib/hap/pools/binding.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { paths } from '#lib/paths.ts'
import type { TimelineItem, TimelinePage } from '#lib/queries/timeline.ts'
import { formatClock, formatCount, formatDay, formatExact, formatPlural } from '#lib/util/format.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import { ReadingTab } from './reading-tab.tsx'
import styles from './timeline.module.css'

interface TimelineProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<TimelinePage>>
  /** Subject of the page; each line shows the other one. */
  readonly about: 'binding' | 'global-account'
  /** Shown below the oldest line. */
  readonly endOf: (recordedSince: string | null) => ReactNode
}

/** Recorded events, newest first, grouped by day. */
export function Timeline({ query, about, endOf }: TimelineProps) {
  const { data, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const error = useLastError(data, query.error)
  const retry = () => void refetch()
  if (!data) return error ? <ReadFailure error={error} onRetry={retry} /> : <ReadingTab />
  const items = data.pages.flatMap(page => page.items)
  const days = Map.groupBy(items, ({ at }) => at.slice(0, 10))
  return (
    <>
      {error && (
        <RefreshFailure error={error} onRetry={retry}>
          Its last known state is shown below.
        </RefreshFailure>
      )}
      <div className={styles.timeline}>
        {[...days].map(([day, ofDay]) => (
          <section key={day} aria-label={formatDay(day)}>
            <h2 className={styles.day}>{formatDay(day)}</h2>
            <ol className={styles.items}>
              {ofDay.map(item => (
                <TimelineLine key={item.key} item={item} about={about} />
              ))}
            </ol>
          </section>
        ))}
        {hasNextPage ? (
          <div>
            <Button
              onClick={() => void fetchNextPage()}
              disabledReason={isFetchingNextPage ? 'Loading older entries.' : null}
            >
              Show older
            </Button>
          </div>
        ) : (
          endOf(data.pages[0]?.recordedSince ?? null)
        )}
      </div>
    </>
  )
}

interface TimelineLineProps<Kind extends TimelineItem['kind'] = TimelineItem['kind']> {
  readonly item: Extract<TimelineItem, { kind: Kind }>
  /** Subject of the page; each line shows the other one. */
  readonly about: 'binding' | 'global-account'
}

/** One event with time, author, reason and outcome. */
function TimelineLine({ item, about }: TimelineLineProps) {
  switch (item.kind) {
    case 'state':
      return <StateLine item={item} about={about} />
    case 'action':
      return <ActionLine item={item} about={about} />
    default:
      return <ClaimLine item={item} about={about} />
  }
}

interface LineProps {
  readonly at: string
  readonly mark: ReactNode
  readonly who: ReactNode
  /** Reason or recorded detail. */
  readonly words?: ReactNode
  /** Expandable details. */
  readonly more?: ReactNode
  readonly children: ReactNode
}

function Line({ at, mark, who, words, more, children }: LineProps) {
  return (
    <li className={styles.item}>
      <time dateTime={at} data-tip={formatExact(at)} className={styles.time}>
        {formatClock(at)}
      </time>
      <span className={styles.mark}>{mark}</span>
      <div className={styles.body}>
        <div className={styles.what}>{children}</div>
        {words && <p className={styles.words}>{words}</p>}
        {more}
      </div>
      <span className={styles.who}>{who}</span>
    </li>
  )
}

function StateLine({ item, about }: TimelineLineProps<'state'>) {
  const { at, from, to, tenant, pool, actor, binding, action, adopted } = item
  return (
    <Line
      at={at}
      mark={to === null ? <Icon name="close" size={12} /> : <StateGlyph state={to} />}
      who={actor ?? 'seen in Gardener'}
    >
      {adopted && action !== null ? (
        <TextLink href={paths.auditEntry(action)}>Adopted as claimed</TextLink>
      ) : (
        <span className={text.strong}>{stateWords(from, to)}</span>
      )}
      {about === 'global-account' ? <BindingName {...binding} /> : tenant !== null && <Tenant id={tenant} />}
      {from === to && pool !== null && <span>pool {pool}</span>}
    </Line>
  )
}

function BindingName({ kind, name }: { readonly kind: string; readonly name: string }) {
  const known = BINDING_KINDS.find(each => each === kind)
  return known ? <BindingLink binding={{ kind: known, name }} withKind /> : <span className={text.mono}>{name}</span>
}

/** Targets of an action besides the global account. */
function OtherTargets({ row: { targets, claimed } }: Pick<Extract<TimelineItem, { kind: 'action' }>, 'row'>) {
  return (
    <>
      {targets
        .filter(target => parseTarget(target).kind !== 'global-account')
        .map(target => (
          <AuditTarget key={target} target={target} />
        ))}
      {claimed !== null && !targets.includes(bindingKey(claimed)) && <BindingLink binding={claimed} withKind />}
    </>
  )
}

function Tenant({ id }: { readonly id: string }) {
  return (
    <span>
      global account <TenantId id={id} />
    </span>
  )
}

function stateWords(from: BindingState | null, to: BindingState | null): string {
  const name = (state: BindingState) => STATE_NAMES[state].label
  if (to === null) return from === null ? 'Deleted' : `Deleted while ${name(from).toLowerCase()}`
  if (from === null) return `First seen, ${name(to).toLowerCase()}`
  return from === to
    ? `Still ${name(to).toLowerCase()}; global account, pool or object changed`
    : `${name(from)} → ${name(to)}`
}

function ActionLine({ item, about }: TimelineLineProps<'action'>) {
  const { at, row, led } = item
  const { reason, ticket, detail, outcome } = row
  const said = outcome === 'accepted' ? null : detail
  return (
    <Line
      at={at}
      mark={<Icon name="audit" size={12} />}
      who={row.role === null ? row.actor : `${row.actor}, ${row.role}`}
      words={
        (reason !== null || said !== null || ticket !== null) && (
          <>
            {reason}
            {ticket !== null && (
              <>
                {' '}
                <Ticket ticket={ticket} />
              </>
            )}
            {said !== null && <span className={styles.said}>{said}</span>}
          </>
        )
      }
    >
      <TextLink href={paths.auditEntry(row.seq)}>{actionVerb(row.action)}</TextLink>
      {about === 'global-account' && <OtherTargets row={row} />}
      <OutcomeTag outcome={outcome} />
      {led !== null && led.to !== null && led.from !== led.to && (
        <span className={text.row}>
          <StateGlyph state={led.to} />
          {stateWords(led.from, led.to)}
        </span>
      )}
      {led === null && row.change !== null && (
        <span className={outcome === 'accepted' ? undefined : text.faint}>{row.change}</span>
      )}
    </Line>
  )
}

function ClaimLine({ item, about }: TimelineLineProps<'claim'>) {
  const { at, claim } = item
  const { what, tenant, plan, cluster, actor, message, bindingKind, bindingName } = claim
  return (
    <Line
      at={at}
      mark={<Icon name="link" size={12} />}
      who={actor}
      words={message}
      more={(what === 'claimed' || what === 'refused') && <WhyClaimed id={claim.id} isRefused={what === 'refused'} />}
    >
      <TextLink href={paths.audit({ q: what === 'adopted' ? 'action:adopt' : `target:Claim/${claim.id}` })}>
        {claimWords(claim)}
      </TextLink>
      {about === 'global-account'
        ? bindingKind !== null && bindingName !== null && <BindingName kind={bindingKind} name={bindingName} />
        : tenant !== null && <Tenant id={tenant} />}
      {plan !== null && <span>plan {plan}</span>}
      {cluster !== null && (
        <span>
          cluster <span className={text.mono}>{cluster}</span>
        </span>
      )}
    </Line>
  )
}

function claimWords({ what, claims }: Extract<TimelineItem, { kind: 'claim' }>['claim']): string {
  switch (what) {
    case 'adopted':
      return `Found in use by ${formatPlural(claims, 'cluster')}; registered`
    case 'released':
      return claims === 1 ? 'Claim released' : `${formatCount(claims)} claims released`
    case 'cancelled':
      return 'Claim cancelled'
    case 'expired':
      return 'Claim expired'
    case 'refused':
      return 'Claim refused'
    default:
      return 'Claim acknowledged'
  }
}

const ClaimReasoning = lazy(() => import('./claim-reasoning.tsx').then(module => ({ default: module.ClaimReasoning })))

/** Reasoning of a claim, fetched when it is expanded. */
function WhyClaimed({ id, isRefused }: { readonly id: string; readonly isRefused: boolean }) {
  const [isWanted, setIsWanted] = useState(false)
  return (
    <Disclosure summary={isRefused ? 'Why no account' : 'Why this account'} onOpen={() => setIsWanted(true)}>
      {isWanted && (
        <Suspense fallback={<Skeleton width="100%" height={120} />}>
          <ClaimReasoning id={id} />
        </Suspense>
      )}
    </Disclosure>
  )
}
