import { BindingLink } from '#components/hap/binding-link.tsx'
import { StateBadge } from '#components/hap/binding-state.tsx'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import text from '#components/ui/text.module.css'
import { ESTIMATE_MESSAGE, reliesOnEstimate } from '#lib/hap/selection/decision.ts'
import type { DecisionView, Simulation } from '#lib/queries/simulator/simulate.ts'
import type { ClaimNote as ClaimNoteText } from '#lib/services/simulator/preview-claim.ts'
import { formatPlural } from '#lib/util/format.ts'
import { ClaimNote } from './claim-note.tsx'
import { Consequence } from './consequence.tsx'
import { DifferenceNote } from './difference-note.tsx'
import styles from './outcome-panel.module.css'

type Tone = 'ok' | 'warn' | 'danger' | 'info'

const TONES: Record<DecisionView['outcome']['kind'], Tone> = {
  reuse: 'ok',
  claim: 'ok',
  shared: 'ok',
  wait: 'warn',
  guard: 'danger',
  'no-rule': 'danger',
  refused: 'danger',
}

const ICONS: Record<Tone, IconName> = { ok: 'ok', warn: 'clock', danger: 'error', info: 'info' }

const WHO = { documented: 'Documented semantics', keb: 'KEB' } as const

/** Only the global account is missing so far. */
function isBegun({ outcome, request }: DecisionView): boolean {
  return outcome.kind === 'refused' && outcome.reason === 'illegal-label' && request.globalAccount === ''
}

/** The answer in one sentence, where KEB or a claim at this moment parts from it, and what is odd about the request. */
export function OutcomePanel({
  simulation,
  note,
}: {
  readonly simulation: Simulation
  readonly note: ClaimNoteText | null
}) {
  const { decision, other, hints } = simulation
  const begun = isBegun(decision)
  const tone = begun ? 'info' : TONES[decision.outcome.kind]
  // What another semantics makes of a request that is not complete would only confuse.
  const shownOther = begun ? null : other
  const chosen = decision.steps.flatMap(step => step.candidates).find(({ reason }) => reason === 'chosen')
  return (
    <section className={styles.panel} aria-label="Outcome">
      <div className={styles.head}>
        <span className={cx(styles.icon, tone === 'info' ? styles.info : text[tone])}>
          <Icon name={ICONS[tone]} />
        </span>
        <div className={styles.words}>
          {shownOther && <p className={styles.who}>{WHO[simulation.semantics]}</p>}
          <h2 className={styles.title}>
            <Title outcome={decision.outcome} />
          </h2>
          <p className={styles.detail}>
            <Consequence decision={decision} />
          </p>
        </div>
        {chosen && (
          <span className={text.row}>
            <KindTag kind={chosen.binding.kind} />
            <StateBadge state={chosen.state} />
          </span>
        )}
      </div>
      {chosen && chosen.state === 'free' && chosen.clusters > 0 && (
        <div className={styles.danger}>
          <Icon name="error" />
          The account is free, but {formatPlural(chosen.clusters, 'cluster')} {chosen.clusters === 1 ? 'uses' : 'use'}{' '}
          it: the claim would mix two global accounts.
        </div>
      )}
      {shownOther && <DifferenceNote other={shownOther} />}
      {reliesOnEstimate(decision, simulation.semantics, shownOther !== null) && (
        <div className={styles.hint}>
          <Icon name="info" />
          {ESTIMATE_MESSAGE}
        </div>
      )}
      {note && <ClaimNote note={note} />}
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
