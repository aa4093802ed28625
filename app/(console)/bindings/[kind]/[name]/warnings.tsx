import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { CommandLine } from '#components/ui/command-line.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { failingShootsOfAccount } from '../../../shoots/shoot-links.ts'
import styles from './binding.module.css'
import { findQuarantineAction } from './last-action.ts'

/** Warnings about the binding, worst first. */
export function Warnings({ detail: { row, warnings, others, repair, actions } }: { readonly detail: BindingDetail }) {
  return warnings.map(({ code, severity, title, detail }) => (
    <Message key={code} tone={severity}>
      <span className={text.strong}>
        {code === 'failing' ? <TextLink href={failingShootsOfAccount(row.account)}>{title}</TextLink> : title}
      </span>{' '}
      {code === 'shared-account' && <OtherBindingNames others={others} />}{' '}
      {code === 'stuck' && row.state === 'quarantined' && <QuarantinedBy row={row} />} {detail}
      {(code === 'malformed' || code === 'migrated') && repair && (
        <Repair repair={repair} hasAction={actions.length > 0} />
      )}
    </Message>
  ))
}

function OtherBindingNames({ others }: Pick<BindingDetail, 'others'>) {
  return (
    <>
      {others.map((other, index) => (
        <Fragment key={`${other.kind} ${other.name}`}>
          {index > 0 && ', '}
          {other.row ? <BindingLink binding={other} /> : <span className={text.mono}>{other.name}</span>}
          {` (${other.kind})`}
        </Fragment>
      ))}
      {others.length === 1 ? ' names the same one.' : ' name the same one.'}
    </>
  )
}

interface RepairProps {
  readonly repair: NonNullable<BindingDetail['repair']>
  /**
   * Whether the page offers the action "Repair labels". Bindings that Gardener migrated have none.
   */
  readonly hasAction: boolean
}

/** The command that repairs the labels, and the resulting state. */
function Repair({ repair: { command, words }, hasAction }: RepairProps) {
  return (
    <div className={styles.repair}>
      {command !== null && <CommandLine text={command} what="repair command" />}
      <p>
        {words}
        {hasAction && ' “Repair labels” does the same and is recorded in the audit log.'}
      </p>
    </div>
  )
}

/**
 * Author and reason of the quarantine, from the newest page of the timeline; renders nothing when
 * that does not contain it.
 */
function QuarantinedBy({ row: { kind, name } }: { readonly row: Pick<BindingRow, 'kind' | 'name'> }) {
  const { data } = useInfiniteQuery(bindingTimelineQuery(kind, name))
  const quarantine = findQuarantineAction(data?.pages[0]?.items ?? [])
  if (quarantine === null) return null
  const { actor, reason, seq } = quarantine
  return (
    <>
      <TextLink href={paths.auditEntry(seq)}>{actor}</TextLink> put it there
      {reason === null ? '.' : `: “${reason}”.`}
    </>
  )
}
