import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { paths } from '#lib/paths.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { formatPlural } from '#lib/util/format.ts'

export type DecidedVerb = 'approve' | 'refuse' | 'withdraw'

/** Describes what is proposed: `Release of aws-1`, or the number of bindings. */
export function formatProposal({ action, targets, count, bulk }: ApprovalView): string {
  const [first = ''] = targets
  const of = bulk ? formatPlural(count, 'binding') : bindingName(first)
  const more = !bulk && count > 1 ? ` and ${count - 1} more of its account` : ''
  return `${ACTION_LABELS[action].verb} of ${of}${more}`
}

/** Path of the job once it has started, otherwise of the binding; null without either. */
export function targetPath({ bulk, jobId, targets }: Pick<ApprovalView, 'bulk' | 'jobId' | 'targets'>): string | null {
  if (jobId !== null) return paths.job(jobId)
  const [first = ''] = targets
  const target = parseTarget(first)
  return bulk || target.kind !== 'binding' ? null : paths.binding(target.binding)
}

/** Name of the binding that a key of the audit log refers to; other keys stay unchanged. */
export function bindingName(key: string): string {
  const target = parseTarget(key)
  return target.kind === 'binding' ? target.binding.name : key
}

/** State of a proposal as a sentence. */
export function formatState({ state, decider, outcome, proposer }: ApprovalView): string {
  const by = decider === null ? '' : ` by ${decider}`
  const what = outcome ?? ''
  switch (state) {
    case 'waiting':
      return outcome === null
        ? 'Waiting for a second person.'
        : `Nothing was written. The proposal can be approved again. ${what}`
    case 'running':
      return `Approved${by}. The action is running.`
    case 'done':
    case 'stale':
    case 'failed':
      return `Approved${by}. ${what}`
    case 'unknown':
      return `Approved${by}. It is not known yet whether the change was written. The console is checking. ${what}`.trim()
    case 'refused':
      return `Refused${by}. ${what}`
    case 'withdrawn':
      return `Withdrawn by ${proposer}. ${what}`
    case 'expired':
      return 'Expired: not approved in time.'
  }
}

/** Why a person cannot take this decision, as a sentence; null when the decision is allowed. */
export function decisionRefusal(verb: DecidedVerb, { own, proposer }: Pick<ApprovalView, 'own' | 'proposer'>) {
  if (verb === 'withdraw') return own ? null : `Only the proposer, ${proposer}, can withdraw the proposal.`
  return own ? 'You cannot approve your own proposal.' : null
}

/** The proposer as UserName shows it. */
export function namedProposer({ proposer, proposerIssuer, proposerSubject }: ApprovalView) {
  return { name: proposer, issuer: proposerIssuer, subject: proposerSubject }
}

/** The decider as UserName shows it; null without one. */
export function namedDecider({ decider, deciderIssuer, deciderSubject }: ApprovalView) {
  return decider === null ? null : { name: decider, issuer: deciderIssuer, subject: deciderSubject }
}
