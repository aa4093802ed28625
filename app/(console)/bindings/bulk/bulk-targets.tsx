import { Disclosure } from '#components/ui/disclosure.tsx'
import text from '#components/ui/text.module.css'
import type { BulkPlan } from '#lib/queries/bindings/bulk-plan.ts'
import type { TargetDryRun } from '#lib/services/jobs/plan-job.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { TrialAnswer } from './actions.ts'
import styles from './bulk.module.css'

interface BulkTargetsProps {
  readonly plan: Pick<BulkPlan, 'targets' | 'leftOut'>
  readonly trial: TrialAnswer | null
}

/** Number of targets drawn. The job's page lists all of them. */
const SHOWN = 200

const VERDICTS: Readonly<
  Record<TargetDryRun['verdict'], { readonly words: string; readonly tone: string | undefined }>
> = {
  accepted: { words: 'accepted by the API server', tone: text.ok },
  refused: { words: 'refused by the API server', tone: text.danger },
  untried: { words: 'allowed by the rules', tone: text.muted },
}

/** Targets of a bulk action with their dry-run verdicts, and excluded bindings with the reason. */
export function BulkTargets({ plan: { targets, leftOut }, trial }: BulkTargetsProps) {
  const trials = trial && 'trials' in trial ? trial.trials : []
  const keyOf = ({ kind, name }: { readonly kind: string; readonly name: string }) => `${kind} ${name}`
  const verdicts = new Map(trials.map(each => [keyOf(each), each.verdict]))
  // Targets with a verdict come first.
  const ordered = [...targets].sort((a, b) => Number(verdicts.has(keyOf(b))) - Number(verdicts.has(keyOf(a))))
  return (
    <>
      {leftOut.length > 0 && (
        <Disclosure
          summary={`${formatPlural(leftOut.length, 'binding')} left out, with reasons`}
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
              const { words, tone } = VERDICTS[verdicts.get(keyOf(target)) ?? 'untried']
              return (
                <li key={keyOf(target)} className={styles.target}>
                  <span className={text.mono}>{target.name}</span>
                  <span className={text.muted}>
                    {target.clusters > 0 ? formatPlural(target.clusters, 'cluster') : 'no cluster'}
                  </span>
                  <span className={tone}>{words}</span>
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
