import { Message } from '#components/ui/message.tsx'
import { Refusal } from '../refusal.tsx'
import styles from './allowlist.module.css'

interface ImportProblemsProps {
  /** What is wrong with the text, sentence by sentence; as one text, why it was not read at all; null when nothing is wrong. */
  readonly of: readonly string[] | string | null
}

/** Why a text did not become the draft. */
export function ImportProblems({ of }: ImportProblemsProps) {
  if (of === null) return null
  if (typeof of === 'string') return <Refusal>{of}</Refusal>
  return (
    <Message tone="danger" announce>
      <ul className={styles.problems}>
        {of.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Message>
  )
}
