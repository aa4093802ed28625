import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { signedOutAnswer } from '#app/data/call-failure.ts'
import { driftQuery } from '#app/data/rules-queries.ts'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextArea } from '#components/ui/text-area.tsx'
import type { RuleChange } from '#lib/hap/analysis/rule-changes.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Person } from '../../person.ts'
import { missingReason, ReasonFields } from '../../reason-fields.tsx'
import { Refusal } from '../../refusal.tsx'
import { CaseWords } from '../cases/case-text.tsx'
import type { KnownImpact } from '../impact/use-impact.ts'
import type { PublishAnswer } from './actions.ts'
import { ConflictNotice, type Overtaking } from './conflict-notice.tsx'
import { keptWords } from './drift-messages.ts'
import { ForeseenImpact, impactObstacle } from './impact-preview.tsx'
import { RuleChangeList } from './revision-diff.tsx'
import styles from './revisions.module.css'

/** What a person says with a publication. */
interface Said {
  readonly reason: string
  readonly ticket: string | null
  readonly overrideReason: string | null
  /** Names of the cases that were shown to fail. */
  readonly overridden: readonly string[]
}

type Conflict = Extract<PublishAnswer, { kind: 'conflict' }>

interface PublicationDialogProps {
  readonly title: string
  readonly verb: string
  readonly person: Person
  /** Against the rules in force. */
  readonly changes: readonly RuleChange[]
  /** What that would do to clusters. */
  readonly impact: KnownImpact
  /** What is taken from the pinned cases, as sentences; empty for nothing. */
  readonly lostCases: string
  /** Cases known to fail. */
  readonly failing: readonly CaseResult[]
  /** What came into force since the dialog was opened; null for nothing. */
  readonly overtaking: Overtaking | null
  /** The same, as a refusal tells it. */
  readonly overtakingOf: (conflict: Conflict) => Overtaking
  readonly publish: (said: Said) => Promise<PublishAnswer>
  readonly onPublished: (answer: Extract<PublishAnswer, { kind: 'published' }>) => Promise<void>
  /** Reads what others have put in force. */
  readonly onConflict: () => Promise<void>
  readonly onClose: () => void
}

/** What is changed, what that does, why; then it is published. Whatever goes wrong, what was typed stays. */
export function PublicationDialog(props: PublicationDialogProps) {
  const { title, verb, person, changes, impact, lostCases, publish, onPublished, onConflict, onClose } = props
  const [reason, setReason] = useState('')
  const [ticket, setTicket] = useState('')
  const [override, setOverride] = useState('')
  const [failing, setFailing] = useState(props.failing)
  const [refused, setRefused] = useState<Overtaking | null>(null)
  const [unanswered, setUnanswered] = useState(false)
  const [waived, setWaived] = useState(false)
  const [writing, setWriting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const kept = useQuery(driftQuery()).data?.drift
  const fails = failing.length > 0
  // What is in force may be one's own, while its answer is awaited or after it was lost.
  const overtaking = refused ?? (writing || unanswered ? null : props.overtaking)
  const missing = {
    reason: missingReason(reason),
    override: fails ? overrideObstacle(override) : null,
    impact: impactObstacle(impact, waived),
  }
  const obstacle = writing
    ? 'Publishing.'
    : overtaking !== null
      ? overtakenWords(overtaking)
      : (missing.reason ?? missing.override ?? missing.impact)

  const submit = async () => {
    setWriting(true)
    setProblem(null)
    const said = {
      reason: reason.trim(),
      ticket: ticket.trim() || null,
      overrideReason: fails ? override.trim() : null,
      overridden: failing.map(({ name }) => name),
    }
    const answer = await publish(said).catch(signedOutAnswer)
    if (answer?.kind === 'published') return onPublished(answer)
    if (answer?.kind === 'conflict') {
      setRefused(props.overtakingOf(answer))
      await onConflict()
    }
    if (answer?.kind === 'failing') setFailing(answer.cases)
    setUnanswered(answer === null)
    setWriting(false)
    setProblem(problemOf(answer))
  }
  return (
    <FormDialog
      title={title}
      description="Claims, the simulator and every other decision use the rules at once. Accounts that clusters have stay as they are."
      note={
        <>
          Recorded as {person.name}, {person.role}
          {!writing && overtaking === null && <MissingNote {...missing} />}
        </>
      }
      verb={verb}
      danger={fails}
      obstacle={obstacle}
      busy={writing}
      touched={reason !== '' || ticket !== '' || override !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      {overtaking !== null && <ConflictNotice overtaking={overtaking} mine={changes} />}
      {problem !== null && <Refusal>{problem}</Refusal>}
      {overtaking === null && (
        <>
          <RuleChangeList changes={changes} none="No rule changes; only their text or the pinned cases do." />
          <ForeseenImpact impact={impact} waived={waived} onWaive={setWaived} />
          {kept && keptWords(kept) !== null && <Message tone="warn">{keptWords(kept)}</Message>}
          {lostCases !== '' && <Message tone="warn">{lostCases} They need not hold any longer.</Message>}
          {fails && (
            <Message tone="danger">
              {`${formatPlural(failing.length, 'pinned case')} would not hold under these rules.`}
              <FailingCases cases={failing} />
            </Message>
          )}
        </>
      )}
      <ReasonFields
        reason={reason}
        ticket={ticket}
        help="Both are shown with the revision and in the audit log"
        onReason={setReason}
        onTicket={setTicket}
      />
      {fails && <TextArea label="Why although cases fail" required value={override} onChange={setOverride} />}
    </FormDialog>
  )
}

function overrideObstacle(reason: string): string | null {
  const obstacle = missingReason(reason)
  return obstacle === null ? null : 'Say why the rules are published although cases fail, or correct the rules.'
}

function overtakenWords({ number }: Overtaking): string {
  const what = number === null ? 'Other rules came into force' : `Revision ${number} came into force in the meantime`
  return `${what}. Close this and continue from there.`
}

function problemOf(answer: PublishAnswer | null): string | null {
  if (answer === null)
    return 'The console did not respond, so the rules may or may not have been published. Publishing again makes no second revision.'
  if (answer.kind === 'invalid') return answer.problems.join(' ')
  if (answer.kind === 'failing')
    return 'Cases fail under these rules that were not shown to you before. Nothing was published.'
  return answer.kind === 'no-answer' ? `${answer.reason} What you typed is kept.` : null
}

const MOST = 10

/** Cases that do not hold, with both sides. */
function FailingCases({ cases }: { readonly cases: readonly CaseResult[] }) {
  return (
    <ul className={styles.lines}>
      {cases.slice(0, MOST).map(({ name, expected, actual }) => (
        <li key={name}>
          <span className={text.strong}>{name}</span>: expected <CaseWords words={expected} />, gets{' '}
          <CaseWords words={actual} />
        </li>
      ))}
      {cases.length > MOST && <li>and {formatPlural(cases.length - MOST, 'more case')}</li>}
    </ul>
  )
}

interface MissingNoteProps {
  /** Why each part of the form is not enough yet; null where it is. */
  readonly reason: string | null
  readonly override: string | null
  readonly impact: string | null
}

/** Beside the button, because a field that is missing may be out of sight. */
function MissingNote({ reason, override, impact }: MissingNoteProps) {
  const parts = [
    reason !== null && 'a reason',
    override !== null && 'why although cases fail',
    impact !== null && 'what this does to clusters',
  ].filter(part => part !== false)
  if (parts.length === 0) return null
  return (
    <>
      . <span className={text.strong}>Still missing: {parts.join(', ')}</span>
    </>
  )
}
