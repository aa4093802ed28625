import { Message } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import type { TrialAnswer } from './actions.ts'
import styles from './bulk.module.css'
import { trialWords } from './trial-words.ts'

interface TrialMessageProps {
  /** Null while the dry run is pending. */
  readonly trial: TrialAnswer | null
  readonly targets: number
}

/** Result of the dry run of the first few targets, with the refused ones by name. */
export function TrialMessage({ trial, targets }: TrialMessageProps) {
  if (trial === null) return <Message tone="info">Trying the first changes on the API server by a dry run.</Message>
  if ('problem' in trial) return <Message tone="warn">No change was tried by a dry run: {trial.problem}</Message>
  const refused = trial.trials.filter(({ verdict }) => verdict === 'refused')
  const isAnswered = trial.trials.some(({ verdict }) => verdict === 'accepted')
  const { lead, rest } = trialWords(trial.trials, targets)
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
