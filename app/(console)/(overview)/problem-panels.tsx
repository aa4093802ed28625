import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { queuesQuery } from '#app/data/claim-queries.ts'
import { driftQuery } from '#app/data/rules-queries.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { STATE_NAMES, StateGlyph, TimeInState } from '#components/hap/binding-state.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { CellLink, TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { formatErrorCode } from '#lib/hap/pools/shoot.ts'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { AccountErrors } from '#lib/queries/bindings/infrastructure-errors.ts'
import type { Attention, Excerpt, Overview } from '#lib/queries/overview.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { RulesOfPool } from '../pools/pool-columns.tsx'
import { QueryFailure } from '../read-failure.tsx'
import { formatDriftTitle } from '../rules/revisions/drift-messages.ts'
import { clustersOfAccount, failingAccounts, failingShoots, failingShootsOfAccount } from '../shoots/shoot-links.ts'
import { NoneOf } from '../unread-sources.tsx'

const ICONS = { danger: 'error', warn: 'warning' } as const

interface AttentionPanelProps {
  readonly entries: readonly Attention[]
  readonly ifMultiAccountOff: Overview['ifMultiAccountOff']
}

/** Findings, worst first. Each row links to the bindings, queued claims or replicas it is about. */
export function AttentionPanel({ entries, ifMultiAccountOff }: AttentionPanelProps) {
  const queuesRead = useQuery(queuesQuery())
  const driftRead = useQuery(driftQuery())
  const { data: queues = [] } = queuesRead
  const { data: drift } = driftRead
  const differing = drift?.drift ? formatDriftTitle(drift.drift, drift.pending) : null
  return (
    <Panel title="Needs attention">
      <QueryFailure what="The queue" query={queuesRead} wide />
      <QueryFailure what="Rule drift" query={driftRead} wide />
      {entries.length === 0 && queues.length === 0 && differing === null && ifMultiAccountOff === null ? (
        <NoneOf what={['bindings', 'shoots']}>
          No malformed labels, duplicate bindings or clusters on accounts that should be empty.
        </NoneOf>
      ) : (
        <LineList label="Needs attention">
          {ifMultiAccountOff !== null && (
            <Line
              href={paths.allowlist()}
              mark={<Icon name="warning" size={14} className={text.warn} />}
              end={`off would affect ${formatPlural(ifMultiAccountOff.globalAccounts, 'global account')}`}
            >
              <span className={text.cut}>Unconfirmed allowlist</span>
            </Line>
          )}
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
              <span className={text.cut}>Claims waiting for {poolName(pool)}</span>
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

interface ErrorsPanelProps {
  readonly errors: Excerpt<AccountErrors>
  /** Counts the shoots that report an infrastructure error, on any account. */
  readonly failing: number
}

/** Accounts whose clusters report infrastructure errors, for example because a quota is used up. */
export function ErrorsPanel({ errors, failing }: ErrorsPanelProps) {
  return (
    <Panel
      title="Infrastructure errors"
      aside={
        failing > 0 && (
          <>
            <TextLink href={failingShoots()}>{formatPlural(failing, 'shoot')}</TextLink>
            {errors.count > 0 && <TextLink href={failingAccounts()}>{formatPlural(errors.count, 'account')}</TextLink>}
          </>
        )
      }
    >
      {errors.rows.length === 0 ? (
        <NoneOf what="shoots">No shoots with infrastructure errors.</NoneOf>
      ) : (
        <LineList label="Infrastructure errors">
          {errors.rows.map(row => (
            <Line
              key={bindingKey(row.binding)}
              mark={<Icon name="error" size={14} className={text.danger} />}
              end={<CellLink href={failingShootsOfAccount(row.account)}>{formatPlural(row.shoots, 'shoot')}</CellLink>}
            >
              <BindingLink binding={row.binding} />
              <Codes of={row} />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

/** The error codes of an account, each with the number of shoots unless all of them report it. */
function Codes({ of: { account, codes } }: { readonly of: AccountErrors }) {
  return (
    <span className={cx(text.muted, text.cut)} data-tip={codes.map(({ code }) => code).join(', ')}>
      {codes.map(({ code, shoots }, index) => (
        <Fragment key={code}>
          {index > 0 && ', '}
          {codes.length === 1 ? (
            formatErrorCode(code)
          ) : (
            <CellLink href={failingShootsOfAccount(account, code)}>
              {formatCount(shoots)} {formatErrorCode(code)}
            </CellLink>
          )}
        </Fragment>
      ))}
    </span>
  )
}

/** Accounts that stay too long in a transient state, longest first. */
export function StuckPanel({ stuck }: { readonly stuck: Excerpt<BindingRow> }) {
  return (
    <Panel title="Stuck" aside={<AllOf excerpt={stuck} />}>
      {stuck.rows.length === 0 ? (
        <NoLines>No accounts stuck in cleaning, deletion or an expired hold.</NoLines>
      ) : (
        <LineList label="Stuck">
          {stuck.rows.map(row => (
            <Line
              key={row.key}
              mark={<StateGlyph state={row.state} />}
              end={
                <span className={text.warn}>
                  {row.since !== null && <TimeInState since={row.since} isFirstLook={row.sinceIsFirstLook} />}
                </span>
              }
            >
              <BindingLink binding={row} />
              <span className={cx(text.muted, text.cut)}>
                <Reason row={row} />
              </span>
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

/** Overrides the meaning of a state where it does not explain why the account is stuck. */
const STUCK_WORDS: Partial<Readonly<Record<BindingRow['state'], string>>> = {
  terminating: 'being deleted',
  held: 'on hold beyond its end',
}

function Reason({ row }: { readonly row: BindingRow }) {
  const { state, clusters } = row
  if (clusters === 0) return STUCK_WORDS[state] ?? STATE_NAMES[state].meaning
  return (
    <>
      {state}, <CellLink href={clustersOfAccount(row)}>{formatPlural(clusters, 'cluster')}</CellLink> still on the
      account
    </>
  )
}

/** Links from an excerpt in a panel to the full list. */
function AllOf({ excerpt: { count, q } }: { readonly excerpt: Excerpt<unknown> }) {
  if (count === 0) return null
  return <TextLink href={paths.bindings({ q })}>All {formatCount(count)}</TextLink>
}

/** Pools without a rule, rules without a pool, and pools that only queued claims refer to. */
export function UnreachablePanel({ rows }: { readonly rows: readonly PoolRow[] }) {
  const href = paths.pools({ q: 'problem:no-rule,no-binding,only-queue' })
  return (
    <Panel
      title="Rules without a pool, pools without a rule"
      aside={rows.length > 0 && <TextLink href={href}>All {formatCount(rows.length)}</TextLink>}
    >
      {rows.length === 0 ? (
        <NoLines>Every rule selects an existing pool, and every pool is selected by a rule.</NoLines>
      ) : (
        <LineList label="Rules without a pool, pools without a rule">
          {rows.map(row => (
            <Line key={row.key} end={<RulesOfPool rules={row.rules} />}>
              <PoolName
                name={row.name}
                euAccess={row.euAccess}
                shared={row.shared}
                href={row.pool && paths.pool(row.pool)}
              />
              {row.problem === 'no-binding' && <Verdict outcome="wrong">rule targets a missing pool</Verdict>}
              {row.problem === 'only-queue' && <Verdict outcome="wrong">queue for a missing pool</Verdict>}
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}
