import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { StateBadge } from '#components/hap/binding-state.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { TextLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { ESTIMATE_MESSAGE, reliesOnEstimate } from '#lib/hap/selection/decision.ts'
import { paths } from '#lib/paths.ts'
import type { DecisionView, Simulation } from '#lib/queries/simulator/simulate.ts'
import type { ClaimNote as ClaimNoteText, ClaimNote as Note } from '#lib/services/simulator/preview-claim.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
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

/** Whether only the global account is missing. */
function lacksOnlyAccount({ outcome, request }: DecisionView): boolean {
  return outcome.kind === 'refused' && outcome.reason === 'illegal-label' && request.globalAccount === ''
}

/** Summarizes the decision, how KEB or a claim would differ, and warnings and hints about the request. */
export function OutcomePanel({
  simulation,
  note,
}: {
  readonly simulation: Simulation
  readonly note: ClaimNoteText | null
}) {
  const { decision, other, warnings, hints } = simulation
  const isIncomplete = lacksOnlyAccount(decision)
  const tone = isIncomplete ? 'info' : TONES[decision.outcome.kind]
  // The other semantics' answer to an incomplete request would only confuse.
  const shownOther = isIncomplete ? null : other
  const chosen = decision.steps.flatMap(step => step.candidates).find(({ reason }) => reason === 'chosen')
  return (
    <section className={styles.panel} aria-label="Outcome">
      <div className={styles.head}>
        <span className={cx(styles.icon, tone === 'info' ? styles.info : text[tone])}>
          <Icon name={ICONS[tone]} />
        </span>
        <div className={styles.text}>
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
          it: the claim would put two global accounts on one account.
        </div>
      )}
      {warnings.map(warning => (
        <div key={warning} className={styles.warning}>
          <Icon name="warning" />
          {warning}
        </div>
      ))}
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

const VERBS = { reuse: 'Would reuse', claim: 'Would claim', shared: 'Would share' } as const

function Title({ outcome }: Pick<DecisionView, 'outcome'>) {
  if (!('binding' in outcome)) return outcome.message
  return (
    <>
      {VERBS[outcome.kind]} <BindingLink binding={outcome.binding} strong />
    </>
  )
}

type Refused = Extract<DecisionView['outcome'], { kind: 'refused' }>

const REFUSED: Record<Refused['reason'], string> = {
  'unknown-plan': 'No rule can contain this plan, so no accounts are searched.',
  'plan-provider': 'No accounts are searched: the pool of one provider cannot serve another.',
  'empty-region': 'Enter the region. No accounts are searched without it.',
  'illegal-label': 'No accounts are searched: the value cannot be used in a label selector.',
  'unnamed-binding': 'No cluster can be placed on it.',
  'own-unusable': 'Claims are answered with status 503 until the account is writable again.',
}

/**
 * Explains the outcome: the account with its clusters after the request, or why there is none and
 * what follows.
 */
function Consequence({ decision }: { readonly decision: DecisionView }) {
  const { outcome, pool } = decision
  switch (outcome.kind) {
    case 'reuse':
    case 'claim':
    case 'shared': {
      const { binding, clustersAfter, limit } = outcome
      return (
        <>
          Account{' '}
          <span className={text.mono}>
            {binding.account.namespace}/{binding.account.name}
          </span>
          ,{' '}
          {limit
            ? `${formatCount(clustersAfter)} of ${formatPlural(limit.value, 'cluster')}`
            : formatPlural(clustersAfter, 'cluster')}{' '}
          after this request
        </>
      )
    }
    case 'wait':
      return (
        pool && (
          <>
            The request would be served as soon as an account in{' '}
            <TextLink href={paths.pool(pool)}>{poolName(pool)}</TextLink> is {pool.shared ? 'usable' : 'free'}.
          </>
        )
      )
    case 'no-rule':
      return 'The request would fail: rules of other plans are not used as a fallback.'
    case 'guard':
      return 'So many accounts without clusters suggest a wrong count, so no more are claimed.'
    case 'refused':
      return decision.request.globalAccount === '' && outcome.reason === 'illegal-label'
        ? 'Enter a global account to see which account it would get.'
        : REFUSED[outcome.reason]
  }
}

const NOTE_ICONS: Readonly<Record<Note['kind'], IconName>> = {
  other: 'clock',
  queue: 'clock',
  more: 'clock',
  unknown: 'warning',
}

/** Says what a claim would do now, when that differs from the answer. */
function ClaimNote({ note }: { readonly note: Note }) {
  return (
    <div className={styles.hint}>
      <Icon name={NOTE_ICONS[note.kind]} />
      <p className={styles.text}>
        <Sentence note={note} />
      </p>
      {note.kind === 'other' && (
        <span className={styles.tags}>
          <KindTag kind={note.binding.kind} />
        </span>
      )}
    </div>
  )
}

function Sentence({ note }: { readonly note: Note }) {
  if (note.kind !== 'other') return formatClaimNote(note)
  return (
    <>
      A claim now would take <BindingLink binding={note.binding} /> instead. {note.why}
    </>
  )
}

/** The note as plain text. */
export function formatClaimNote(note: Note): string {
  switch (note.kind) {
    case 'other':
      return `A claim now would take ${note.binding.name} instead. ${note.why}`
    case 'queue':
      return note.place === 1
        ? `A claim now would be the first in the queue. ${note.why}`
        : `A claim now would be number ${formatCount(note.place)} in the queue. ${note.why}`
    case 'more':
    case 'unknown':
      return note.words
  }
}
