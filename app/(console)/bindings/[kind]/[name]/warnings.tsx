import { Fragment } from 'react'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { CommandLine } from '#components/ui/command-line.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { failingShootsOfAccount } from '../../../shoots/shoot-links.ts'
import styles from './binding.module.css'
import { QuarantinedBy } from './quarantined-by.tsx'

/** Warnings about the binding, worst first. */
export function Warnings({ detail: { row, warnings, others, repair, actions } }: { readonly detail: BindingDetail }) {
  return warnings.map(({ code, severity, title, detail }) => (
    <Message key={code} tone={severity}>
      <span className={text.strong}>
        {code === 'failing' ? <TextLink href={failingShootsOfAccount(row.account)}>{title}</TextLink> : title}
      </span>{' '}
      {code === 'shared-account' && <Names others={others} />}{' '}
      {code === 'stuck' && row.state === 'quarantined' && <QuarantinedBy row={row} />} {detail}
      {(code === 'malformed' || code === 'migrated') && repair && (
        <Repair repair={repair} hasAction={actions.length > 0} />
      )}
    </Message>
  ))
}

function Names({ others }: Pick<BindingDetail, 'others'>) {
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
