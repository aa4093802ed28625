'use client'

import { useQuery } from '@tanstack/react-query'
import { auditEntryQuery } from '#app/data/audit-queries.ts'
import { AuditTarget } from '#components/hap/audit-target.tsx'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { LabelDiff } from '#components/hap/label-diff.tsx'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { Ticket } from '#components/hap/ticket.tsx'
import { DetailColumns, PageHead } from '#components/shell/page-head.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { useLastError } from '#components/ui/use-last-error.ts'
import { isOfProposal } from '#lib/hap/audit/proposal.ts'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import { formatCount, formatExact } from '#lib/util/format.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import styles from './entry.module.css'

/** Everything the audit log records about one action. */
export function EntryView({ seq }: { readonly seq: string }) {
  const { data, error: failure, refetch } = useQuery(auditEntryQuery(seq))
  const error = useLastError(data, failure)
  const retry = () => void refetch()
  return (
    <>
      <PageHead
        title={data ? actionVerb(data.row.action) : `Entry ${seq}`}
        badge={data && <OutcomeTag outcome={data.row.outcome} />}
        facts={data && <EntryFacts row={data.row} />}
      />
      {data && error && <RefreshFailure error={error} onRetry={retry} />}
      {data ? (
        <DetailColumns
          main={
            <>
              <ChangePanel entry={data} />
              <EntryPanel entry={data} />
            </>
          }
          side={<OutcomesPanel entry={data} />}
        />
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <DetailColumns main={<Skeleton width="100%" height={240} />} side={<Skeleton width="100%" height={160} />} />
      )}
    </>
  )
}

/** Number of targets in the page head. The panel below lists all of them. */
const SHOWN = 5

function EntryFacts({ row: { targets, claimed, actor, role, at } }: Pick<AuditEntryView, 'row'>) {
  const others = targets.filter(target => claimed === null || target !== bindingKey(claimed))
  return (
    <>
      {claimed !== null && <BindingLink binding={claimed} />}
      {others.slice(0, SHOWN).map(target => (
        <AuditTarget key={target} target={target} />
      ))}
      {others.length > SHOWN && <span>and {formatCount(others.length - SHOWN)} more</span>}
      <span>
        by {actor}
        {role !== null && `, ${role}`}
      </span>
      <span>
        {formatExact(at)}, <RelativeTime at={at} />
      </span>
    </>
  )
}

/** Who requested the action, the reason, and the position of the entry in the log. */
function EntryPanel({ entry: { row, requestId, hash, asked } }: { readonly entry: AuditEntryView }) {
  const { seq, actor, actorIssuer, actorSubject, role, targets, reason, ticket } = row
  return (
    <Panel title="Request">
      <Facts>
        <Fact name="Reason">{reason === null ? NONE : <span className={styles.words}>{reason}</span>}</Fact>
        {ticket !== null && (
          <Fact name="Ticket">
            <Ticket ticket={ticket} />
          </Fact>
        )}
        <Fact name="By">
          {actor}
          {role !== null && <span className={text.muted}>{role}</span>}
        </Fact>
        {actorSubject !== null && (
          <Fact name="Identity">
            <span className={styles.words}>
              subject {actorSubject}
              {actorIssuer !== null && ` of ${actorIssuer}`}
            </span>
          </Fact>
        )}
        <Fact name="Target">
          {targets.map(target => (
            <AuditTarget key={target} target={target} show="full" />
          ))}
        </Fact>
        {asked.map(([key, value]) => (
          <Fact key={`${key} ${value}`} name={key}>
            {value === '' ? NONE : <span className={isOfProposal(row) ? undefined : text.mono}>{value}</span>}
          </Fact>
        ))}
        {requestId !== null && (
          <Fact name="Request id">
            <span className={text.mono}>{requestId}</span>
          </Fact>
        )}
        <Fact name="Entry">
          {seq} <CopyButton text={`${seq}:${hash}`} what="number and hash, for verifying the log" />
          <span className={styles.words}>
            <span className={text.small}>
              <span className={text.mono}>{hash}</span>
            </span>
          </span>
        </Fact>
      </Facts>
    </Panel>
  )
}

const NONE = <span className={text.faint}>none given</span>

/** What the action changed, or would have changed. */
export function ChangePanel({ entry: { row, diff, moreLines, wrote } }: { readonly entry: AuditEntryView }) {
  const done = row.outcome === 'accepted'
  return (
    <Panel title={done || wrote.length > 0 ? 'Changes' : 'Planned change'}>
      {diff.length === 0 && wrote.length === 0 ? (
        <NoLines>{done ? 'No labels or settings changed.' : 'The action ended before a change was planned.'}</NoLines>
      ) : (
        <div className={styles.diff}>
          {diff.length > 0 && <LabelDiff lines={diff} />}
          {moreLines > 0 && (
            <p className={text.muted}>and {formatCount(moreLines)} more lines. The JSON export contains all lines.</p>
          )}
          {wrote.map(({ binding, found, lines }, index) => (
            <LabelDiff
              // biome-ignore lint/suspicious/noArrayIndexKey: a binding may be written more than once
              key={index}
              object={
                <>
                  <AuditTarget target={binding} /> {found && 'as found later'}
                </>
              }
              lines={lines}
            />
          ))}
        </div>
      )}
    </Panel>
  )
}

/**
 * All recorded outcomes of an action. A process that dies before it records one leaves the outcome
 * to a later check.
 */
function OutcomesPanel({ entry: { row, outcomes } }: { readonly entry: AuditEntryView }) {
  return (
    <Panel title="Outcome">
      {outcomes.length === 0 ? (
        <NoLines>
          No outcome yet. The entry was written before the action started. Without an outcome, the action will be marked
          as unknown.
        </NoLines>
      ) : (
        <ol className={styles.outcomes}>
          {outcomes.map(({ seq, at, actor, outcome, detail }) => (
            <li key={seq} className={styles.outcome}>
              <div className={styles.line}>
                <OutcomeTag outcome={outcome} />
                <span className={text.muted}>
                  <RelativeTime at={at} />
                </span>
              </div>
              <Words>{detail ?? (outcome === 'accepted' ? row.change : null)}</Words>
              <p className={text.muted}>
                recorded by {actor}, entry {seq}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Words({ children }: { readonly children: string | null }) {
  return children !== null && <p className={styles.words}>{children}</p>
}
