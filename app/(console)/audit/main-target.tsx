import { AuditTarget } from '#components/hap/audit-target.tsx'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { parseTarget } from '#lib/hap/audit/target.ts'
import type { AuditRow } from '#lib/queries/audit/audit-row.ts'

interface MainTargetProps {
  readonly row: Pick<AuditRow, 'targets' | 'claimed'>
  /** Where no other place tells it: the global account of what was done to nothing else. */
  readonly orTenant?: boolean
}

/** What an action was done to; of a claim rather the binding it has, of a proposal what it is about. */
export function MainTarget({ row: { targets, claimed }, orTenant = false }: MainTargetProps) {
  if (claimed !== null) return <BindingLink binding={claimed} />
  const main = targets.find(isNamed) ?? targets.find(key => parseTarget(key).kind === 'approval')
  const target = main ?? (orTenant ? targets[0] : undefined)
  return target !== undefined && <AuditTarget target={target} />
}

function isNamed(key: string): boolean {
  const { kind } = parseTarget(key)
  return kind !== 'global-account' && kind !== 'approval'
}
