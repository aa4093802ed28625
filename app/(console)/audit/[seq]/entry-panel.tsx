import { AuditTarget } from '#components/hap/audit-target.tsx'
import { Ticket } from '#components/hap/ticket.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { isOfProposal } from '#lib/hap/audit/proposal.ts'
import type { AuditEntryView } from '#lib/queries/audit/audit-entry.ts'
import styles from './entry.module.css'

/** Who asked for it and why, and where it stands in the log. */
export function EntryPanel({ entry: { row, requestId, hash, asked } }: { readonly entry: AuditEntryView }) {
  const { seq, actor, role, targets, reason, ticket } = row
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
        <Fact name="Done to">
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
