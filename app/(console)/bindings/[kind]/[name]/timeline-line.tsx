import type { ReactNode } from 'react'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { StateGlyph } from '#components/hap/state-glyph.tsx'
import { STATE_NAMES } from '#components/hap/state-names.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { Ticket } from '#components/hap/ticket.tsx'
import { formatClock, formatCount, formatExact, formatPlural } from '#components/ui/format.ts'
import { Icon } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { actionVerb } from '#lib/hap/audit/action-verb.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'
import { paths } from '#lib/paths.ts'
import type { TimelineItem } from '#lib/queries/timeline/timeline.ts'
import styles from './timeline.module.css'

/** One thing that happened: when, what, by whom, why, and what came of it. */
export function TimelineLine({ item }: { readonly item: TimelineItem }) {
  switch (item.kind) {
    case 'state':
      return <StateLine item={item} />
    case 'action':
      return <ActionLine item={item} />
    default:
      return <ClaimLine item={item} />
  }
}

interface LineProps {
  readonly at: string
  readonly mark: ReactNode
  readonly who: ReactNode
  /** Why, or what was said. */
  readonly words?: ReactNode
  readonly children: ReactNode
}

function Line({ at, mark, who, words, children }: LineProps) {
  return (
    <li className={styles.item}>
      <time dateTime={at} data-tip={formatExact(at)} className={styles.time}>
        {formatClock(at)}
      </time>
      <span className={styles.mark}>{mark}</span>
      <div className={styles.body}>
        <div className={styles.what}>{children}</div>
        {words && <p className={styles.words}>{words}</p>}
      </div>
      <span className={styles.who}>{who}</span>
    </li>
  )
}

function StateLine({ item }: { readonly item: Extract<TimelineItem, { kind: 'state' }> }) {
  const { at, from, to, tenant, pool, actor } = item
  return (
    <Line
      at={at}
      mark={to === null ? <Icon name="close" size={12} /> : <StateGlyph state={to} />}
      who={actor ?? 'seen in Gardener'}
    >
      <span className={text.strong}>{stateWords(from, to)}</span>
      {tenant !== null && <Tenant id={tenant} />}
      {from === to && pool !== null && <span>pool {pool}</span>}
    </Line>
  )
}

function Tenant({ id }: { readonly id: string }) {
  return (
    <span>
      tenant <TenantId id={id} href={paths.bindings({ q: `tenant:${id}` })} />
    </span>
  )
}

function stateWords(from: BindingState | null, to: BindingState | null): string {
  const name = (state: BindingState) => STATE_NAMES[state].label
  if (to === null) return from === null ? 'Gone' : `Gone; it was ${name(from).toLowerCase()}`
  if (from === null) return `First seen, ${name(to).toLowerCase()}`
  return from === to
    ? `Still ${name(to).toLowerCase()}; its tenant, pool or object changed`
    : `${name(from)} → ${name(to)}`
}

function ActionLine({ item }: { readonly item: Extract<TimelineItem, { kind: 'action' }> }) {
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
      <OutcomeTag outcome={outcome} />
      {led !== null && led.to !== null && led.from !== led.to && (
        <span className={text.row}>
          <StateGlyph state={led.to} />
          {stateWords(led.from, led.to)}
        </span>
      )}
    </Line>
  )
}

function ClaimLine({ item }: { readonly item: Extract<TimelineItem, { kind: 'claim' }> }) {
  const { at, claim } = item
  const { what, tenant, plan, cluster, actor, message } = claim
  return (
    <Line
      at={at}
      mark={<Icon name="link" size={12} />}
      who={actor}
      words={what === 'released' || what === 'refused' ? message : null}
    >
      <TextLink href={paths.audit({ q: what === 'adopted' ? 'action:adopt' : `target:Claim/${claim.id}` })}>
        {claimWords(claim)}
      </TextLink>
      {tenant !== null && <Tenant id={tenant} />}
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
      return `Found in use by ${formatPlural(claims, 'cluster')}, and registered`
    case 'released':
      return claims === 1 ? 'Claim given back' : `${formatCount(claims)} claims given back`
    case 'refused':
      return 'Claim refused'
    default:
      return 'Claim acknowledged'
  }
}
