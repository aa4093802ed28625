import { AuditTarget } from '#components/hap/audit-target.tsx'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { parseTarget } from '#lib/hap/audit/target.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'

interface MainTargetProps {
  readonly row: Pick<AuditRow, 'targets' | 'claimed'>
  /** Falls back to the global account, for layouts that do not show it elsewhere. */
  readonly orTenant?: boolean
}

/**
 * Main target of an action: the binding of a claim, or the only binding of a proposal, before the
 * object itself.
 */
export function MainTarget({ row: { targets, claimed }, orTenant = false }: MainTargetProps) {
  if (claimed !== null) return <BindingLink binding={claimed} />
  const target = findMainTarget(targets) ?? (orTenant ? targets[0] : undefined)
  return target !== undefined && <AuditTarget target={target} />
}

function findMainTarget(targets: readonly string[]): string | undefined {
  const proposal = targets.find(key => parseTarget(key).kind === 'approval')
  const named = targets.filter(isNamed)
  // One binding of several would look like the only target, so the proposal is the main target.
  return proposal !== undefined && named.length > 1 ? proposal : (named[0] ?? proposal)
}

function isNamed(key: string): boolean {
  const { kind } = parseTarget(key)
  return kind !== 'global-account' && kind !== 'approval'
}
