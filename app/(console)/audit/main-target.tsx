import { AuditTarget } from '#components/hap/audit-target.tsx'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { parseTarget } from '#lib/hap/audit/target.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'

interface MainTargetProps {
  readonly row: Pick<AuditRow, 'targets' | 'claimed'>
  /** Where no other place tells it: the global account of what was done to nothing else. */
  readonly orTenant?: boolean
}

/** What an action was done to; of a claim rather the binding it has, of a proposal rather the one binding it is about. */
export function MainTarget({ row: { targets, claimed }, orTenant = false }: MainTargetProps) {
  if (claimed !== null) return <BindingLink binding={claimed} />
  const target = mainOf(targets) ?? (orTenant ? targets[0] : undefined)
  return target !== undefined && <AuditTarget target={target} />
}

function mainOf(targets: readonly string[]): string | undefined {
  const proposal = targets.find(key => parseTarget(key).kind === 'approval')
  const named = targets.filter(isNamed)
  // The first of many bindings would pass for the only one.
  return proposal !== undefined && named.length > 1 ? proposal : (named[0] ?? proposal)
}

function isNamed(key: string): boolean {
  const { kind } = parseTarget(key)
  return kind !== 'global-account' && kind !== 'approval'
}
