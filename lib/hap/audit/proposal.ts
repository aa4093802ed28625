import { isRecord } from '../document.ts'
import type { AuditedChange } from './binding-write.ts'
import { actionVerb, parseTarget } from './target.ts'

/** Whether a record concerns a proposal: its creation, decision or expiry. */
export function isOfProposal({ targets }: Pick<AuditedChange, 'targets'>): boolean {
  return targets.some(target => parseTarget(target).kind === 'approval')
}

type Proposed = Pick<AuditedChange, 'before' | 'wanted'>

/**
 * Formats a proposal: `Release, 1 binding, expires 2026-11-27 06:07:01 UTC`; null when the record
 * lacks it.
 */
export function describeProposal(entry: Proposed): string | null {
  const { action, bindings, proposer, expiresAt } = readProposal(entry)
  if (action === null || bindings === null) return null
  const more = proposer === null ? [] : [`proposed by ${proposer}`]
  const until = expiresAt === null ? [] : [`expires ${expiresAt}`]
  return [action, bindings, ...more, ...until].join(', ')
}

/** Lists the facts of a proposal by name, with its danger. */
export function listProposalFacts(entry: Proposed): readonly (readonly [name: string, value: string])[] {
  const { action, bindings, proposer, danger, expiresAt } = readProposal(entry)
  const facts = [
    ['Action', action],
    ['Of', bindings],
    ['Danger', danger],
    ['Proposed by', proposer],
    ['Expires', expiresAt],
  ] as const
  return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
}

/** The record of a proposal's creation has it in `wanted`, later records in `before`. */
function readProposal({ before, wanted }: Proposed) {
  const kept = isRecord(before) ? before : isRecord(wanted) ? wanted : {}
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  const action = text(kept.action)
  return {
    action: action && actionVerb(action),
    bindings: typeof kept.bindings === 'number' ? counted(kept.bindings) : null,
    proposer: text(kept.proposer),
    danger: text(kept.danger),
    expiresAt: momentOf(text(kept.expiresAt)),
  }
}

function counted(bindings: number): string {
  return `${bindings.toLocaleString('en')} ${bindings === 1 ? 'binding' : 'bindings'}`
}

function momentOf(at: string | null): string | null {
  return at && `${at.slice(0, 19).replace('T', ' ')} UTC`
}
