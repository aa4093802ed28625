import { BindingLink } from '#components/hap/binding-link.tsx'
import { StateBadge } from '#components/hap/state-badge.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import type { IconName } from '#components/ui/icon-paths.ts'
import text from '#components/ui/text.module.css'
import type { DecisionView } from '#lib/queries/simulator/decision-view.ts'
import type { Simulation } from '#lib/queries/simulator/simulate.ts'
import { Consequence } from './consequence.tsx'
import { DifferenceNote } from './difference-note.tsx'
import styles from './outcome-panel.module.css'

type Tone = 'ok' | 'warn' | 'danger'

const TONES: Record<DecisionView['outcome']['kind'], Tone> = {
  reuse: 'ok',
  claim: 'ok',
  shared: 'ok',
  wait: 'warn',
  guard: 'danger',
  'no-rule': 'danger',
  refused: 'danger',
}

const ICONS: Record<Tone, IconName> = { ok: 'ok', warn: 'clock', danger: 'error' }

/** The answer in one sentence, where KEB parts from it, and what is odd about the request. */
export function OutcomePanel({ simulation }: { readonly simulation: Simulation }) {
  const { decision, other, hints } = simulation
  const tone = TONES[decision.outcome.kind]
  const chosen = decision.steps.flatMap(step => step.candidates).find(({ reason }) => reason === 'chosen')
  return (
    <section className={styles.panel} aria-label="Outcome">
      <div className={styles.head}>
        <span className={cx(styles.icon, text[tone])}>
          <Icon name={ICONS[tone]} />
        </span>
        <div className={styles.words}>
          <h2 className={styles.title}>
            <Title outcome={decision.outcome} />
          </h2>
          <p className={styles.detail}>
            <Consequence decision={decision} />
          </p>
        </div>
        {chosen && <StateBadge state={chosen.state} />}
      </div>
      {other && <DifferenceNote other={other} />}
      {hints.map(hint => (
        <div key={hint} className={styles.hint}>
          <Icon name="info" />
          {hint}
        </div>
      ))}
    </section>
  )
}

const VERBS = { reuse: 'Reuses', claim: 'Claims', shared: 'Shares' } as const

function Title({ outcome }: Pick<DecisionView, 'outcome'>) {
  if (!('binding' in outcome)) return outcome.message
  return (
    <>
      {VERBS[outcome.kind]} <BindingLink binding={outcome.binding} strong />
    </>
  )
}
