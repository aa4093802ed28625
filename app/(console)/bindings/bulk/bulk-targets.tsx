import { useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import { cx } from '#components/ui/cx.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import type { Action } from '#lib/hap/actions/action.ts'
import { MAX_DRY_RUNS } from '#lib/hap/actions/job.ts'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import type { TargetDryRun } from '#lib/services/jobs/plan-job.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { useUnread } from '../../unread-sources.tsx'
import { type DryRunAnswer, dryRunSample } from './actions.ts'
import styles from './bulk.module.css'

interface BulkTargetsProps {
  readonly plan: Pick<BulkPlan, 'targets' | 'leftOut'>
  readonly dryRun: DryRunAnswer | null
}

/** Number of targets drawn. The job's page lists all of them. */
const SHOWN = 200

const VERDICTS: Readonly<
  Record<TargetDryRun['verdict'], { readonly label: string; readonly tone: string | undefined }>
> = {
  accepted: { label: 'accepted in dry run', tone: text.ok },
  refused: { label: 'refused in dry run', tone: text.danger },
  untried: { label: 'allowed by the rules', tone: text.muted },
}

/** Targets of a bulk action with their dry-run verdicts, and excluded bindings with the reason. */
export function BulkTargets({ plan: { targets, leftOut }, dryRun }: BulkTargetsProps) {
  const dryRuns = dryRun && 'dryRuns' in dryRun ? dryRun.dryRuns : []
  const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} ${name}`
  const verdicts = new Map(dryRuns.map(each => [keyOf(each), each.verdict]))
  // Targets with a verdict come first.
  const ordered = [...targets].sort((a, b) => Number(verdicts.has(keyOf(b))) - Number(verdicts.has(keyOf(a))))
  return (
    <>
      {leftOut.length > 0 && (
        <Disclosure
          summary={`${formatPlural(leftOut.length, 'binding')} skipped, with reasons`}
          isOpen={targets.length === 0}
        >
          <ul className={styles.names} tabIndex={-1}>
            {leftOut.slice(0, SHOWN).map(each => (
              <li key={keyOf(each)}>
                <span className={text.mono}>{each.name}</span> <span className={text.muted}>{each.reason}</span>
              </li>
            ))}
            <More count={leftOut.length - SHOWN} />
          </ul>
        </Disclosure>
      )}
      {targets.length > 0 && (
        <Disclosure summary={`${formatPlural(targets.length, 'binding')} by name`}>
          <ul className={styles.names} tabIndex={-1}>
            {ordered.slice(0, SHOWN).map(target => {
              const { label, tone } = VERDICTS[verdicts.get(keyOf(target)) ?? 'untried']
              return (
                <li key={keyOf(target)} className={styles.target}>
                  <span className={text.mono}>{target.name}</span>
                  <span className={text.muted}>
                    {target.clusters > 0 ? formatPlural(target.clusters, 'cluster') : 'no clusters'}
                  </span>
                  <span className={tone}>{label}</span>
                </li>
              )
            })}
            <More count={targets.length - SHOWN} />
          </ul>
        </Disclosure>
      )}
    </>
  )
}

function More({ count }: { readonly count: number }) {
  return count > 0 ? <li className={text.muted}>and {formatCount(count)} more</li> : null
}

/** Number of clusters shown without expanding. */
const SHOWN_CLUSTERS = 6

/** Names of the clusters on the accounts of a bulk action. */
export function BulkClusters({ plan: { clusters, named } }: { readonly plan: Pick<BulkPlan, 'clusters' | 'named'> }) {
  const unread = useUnread('shoots')
  if (unread !== null) return <p>{unread.title}, so the clusters on these accounts are unknown.</p>
  if (clusters === 0) return <p className={text.muted}>No clusters on these accounts.</p>
  const first = named.slice(0, SHOWN_CLUSTERS)
  const rest = named.slice(SHOWN_CLUSTERS)
  const unnamed = clusters - named.length
  return (
    <section className={styles.changes} aria-label="Clusters on these accounts">
      <p>
        <span className={text.strong}>{formatPlural(clusters, 'cluster')} on these accounts will not be affected:</span>{' '}
        {first.map(({ id, name, binding }, n) => (
          <span key={id} data-tip={`On the account of ${binding}`}>
            <span className={cx(text.mono, text.nowrap)}>{name ?? 'one announced by a claim'}</span>
            {n < clusters - 1 && ', '}
          </span>
        ))}
        {clusters > SHOWN_CLUSTERS && `and ${formatCount(clusters - SHOWN_CLUSTERS)} more`}
      </p>
      {rest.length > 0 && (
        <Disclosure summary={`The other ${formatPlural(clusters - SHOWN_CLUSTERS, 'cluster')} by name`}>
          <ul className={styles.names} tabIndex={-1}>
            {rest.map(({ id, name, region, binding }) => (
              <li key={id} className={styles.target}>
                <span className={text.mono}>{name ?? 'announced by a claim'}</span>
                <span className={text.muted}>{region}</span>
                <span className={text.muted}>on {binding}</span>
              </li>
            ))}
            {unnamed > 0 && <li className={text.muted}>and {formatCount(unnamed)} more</li>}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

interface DryRunMessageProps {
  /** Null while the dry run is pending. */
  readonly dryRun: DryRunAnswer | null
  readonly targets: number
}

/** Result of the dry run of the first few targets, with the refused ones by name. */
export function DryRunMessage({ dryRun, targets }: DryRunMessageProps) {
  if (dryRun === null) return <Message tone="info">Dry run of the first changes…</Message>
  if ('problem' in dryRun) return <Message tone="warn">Dry run not possible: {dryRun.problem}</Message>
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
    return `Dry run failed: the API server would refuse ${formatCount(refused)} of ${formatPlural(tried, 'change')} tried.`
  if (tried < targets) return `Dry run passed for a sample of ${formatCount(tried)}.`
  return tried === 1
    ? 'Dry run passed: the API server would accept this change.'
    : `Dry run passed: the API server would accept all ${formatCount(tried)} changes.`
}

function restOf(untried: number): string {
  const nothing = 'Nothing written yet.'
  if (untried === 0) return nothing
  const others = untried === 1 ? 'the other one' : `each of the other ${formatCount(untried)}`
  return `${nothing} The job will dry-run ${others} before writing.`
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
