import { CopyButton } from '#components/ui/copy-button.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { ReadFailure } from '../read-failure.tsx'
import styles from './yaml.module.css'
import { YamlLines } from './yaml-lines.tsx'

interface YamlViewProps {
  /** Undefined while it is read. */
  readonly yaml: string | undefined
  readonly error: Error | null
  readonly onRetry: () => void
}

/** The object as the API server has it at this moment. */
export function YamlView({ yaml, error, onRetry }: YamlViewProps) {
  if (yaml === undefined) {
    if (error) return <ReadFailure error={error} onRetry={onRetry} />
    return (
      <div className={styles.yaml} aria-busy="true">
        <Skeleton width="100%" height={320} />
      </div>
    )
  }
  return (
    <div className={styles.yaml}>
      {error && <Message tone="danger">Not refreshed: {error.message} Below is its last known state.</Message>}
      <div className={styles.yamlHead}>
        <span className={text.muted}>Current object on the API server, without managedFields</span>
        <CopyButton text={yaml} what="YAML">
          Copy
        </CopyButton>
      </div>
      <YamlLines yaml={yaml} />
    </div>
  )
}
