import { useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import type { Action } from '#lib/hap/actions/action.ts'
import { MAX_DRY_RUNS } from '#lib/hap/actions/job.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import type { TargetDryRun } from '#lib/services/jobs/plan-job.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { type DryRunAnswer, dryRunSample } from './actions.ts'
import styles from './bulk.module.css'

interface DryRunMessageProps {
  /** Null while the dry run is pending. */
  readonly dryRun: DryRunAnswer | null
  readonly targets: number
}

/** Result of the dry run of the first few targets, with the refused ones by name. */
export function DryRunMessage({ dryRun, targets }: DryRunMessageProps) {
  if (dryRun === null) return <Message tone="info">Trying the first changes on the API server by a dry run.</Message>
  if ('problem' in dryRun) return <Message tone="warn">No change was tried by a dry run: {dryRun.problem}</Message>
  const refused = dryRun.dryRuns.filter(({ verdict }) => verdict === 'refused')
  const isAnswered = dryRun.dryRuns.some(({ verdict }) => verdict === 'accepted')
  const { lead, rest } = summarizeDryRun(dryRun.dryRuns, targets)
  return (
    <Message tone={refused.length > 0 ? 'danger' : isAnswered ? 'ok' : 'warn'} announce>
      <span className={text.strong}>{lead}</span> {rest}
      {refused.length > 0 && (
        <ul className={styles.refused}>
          {refused.map(({ kind, name, reason }) => (
            <li key={`${kind} ${name}`}>
              <span className={text.mono}>{name}</span>: {reason}
            </li>
          ))}
        </ul>
      )}
    </Message>
  )
}

/** Summarizes the dry-run verdicts, and what they imply for the remaining `targets`. */
export function summarizeDryRun(
  dryRuns: readonly Pick<TargetDryRun, 'verdict'>[],
  targets: number,
): { readonly lead: string; readonly rest: string } {
  const count = (verdict: TargetDryRun['verdict']) => dryRuns.filter(each => each.verdict === verdict).length
  const [accepted, refused] = [count('accepted'), count('refused')]
  return { lead: summaryOf(accepted, refused, targets), rest: restOf(targets - accepted - refused) }
}

function summaryOf(accepted: number, refused: number, targets: number): string {
  const tried = accepted + refused
  if (tried === 0) return 'The API server did not answer in time.'
  if (refused > 0)
    return `The API server refuses ${formatCount(refused)} of the ${formatPlural(tried, 'change')} tried on it.`
  if (tried < targets) return `The API server accepts the ${formatPlural(tried, 'change')} tried on it.`
  return tried === 1
    ? 'The API server accepts this change.'
    : `The API server accepts all ${formatCount(tried)} changes.`
}

function restOf(untried: number): string {
  const nothing = 'Dry run only: nothing was written.'
  if (untried === 0) return nothing
  const others = untried === 1 ? 'The other one is' : `The other ${formatCount(untried)} are`
  return `${nothing} ${others} allowed by the rules, and the job tries each before it is written.`
}

/**
 * Dry-runs a sample of a plan: one target of each distinct change, most frequent first. Null while
 * pending.
 */
export function useDryRun(action: Action, plan: BulkPlan | null, until: string | null): DryRunAnswer | null {
  const targets = plan === null ? [] : sampleOf(plan)
  const { data } = useQuery<DryRunAnswer>({
    queryKey: ['bulk-dry-run', action, targets, until],
    queryFn: () =>
      dryRunSample(action, targets, until).catch((error: unknown) => ({
        problem: callFailure(error, 'The console is not responding.'),
      })),
    enabled: targets.length > 0,
    // A dry run costs one of the few writes per second that Gardener accepts.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return data ?? null
}

function sampleOf({ targets, changes }: BulkPlan) {
  const places = new Set([...changes.map(({ first }) => first), ...targets.slice(0, MAX_DRY_RUNS).keys()])
  return [...places].slice(0, MAX_DRY_RUNS).flatMap(place => {
    const target = targets[place]
    return target ? [{ kind: target.kind, name: target.name, seenVersion: target.seenVersion }] : []
  })
}
