import { Message } from '#components/ui/message.tsx'
import { Refusal } from '../refusal.tsx'
import styles from './allowlist.module.css'

interface ImportProblemsProps {
  /** Problems of the text, one sentence each; a string when the text could not be read; null for none. */
  readonly of: readonly string[] | string | null
}

/** Why the import of a text failed. */
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
