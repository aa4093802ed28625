import { CopyButton } from '#components/ui/copy-button.tsx'
import { Message } from '#components/ui/message.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import text from '#components/ui/text.module.css'
import { ReadFailure } from './read-failure.tsx'
import styles from './yaml-view.module.css'

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
      {error && <Message tone="danger">Not refreshed: {error.message} The last known state is shown below.</Message>}
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

const LINE = /^(\s*(?:- )?)([^\s:'"#][^:]*|"[^"]*"|'[^']*')(:)(?=\s|$)(.*)$/

/** YAML with its keys in a quieter colour. Scrolls by itself, also by keyboard. */
export function YamlLines({ yaml }: { readonly yaml: string }) {
  const lines = yaml.trimEnd().split('\n')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.code} tabIndex={0} aria-label="YAML">
      <pre>
        {lines.map((line, index) => {
          const [, indent = '', key, colon = '', value = ''] = LINE.exec(line) ?? []
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no identity but its place
            <span key={index}>
              {key === undefined ? (
                line
              ) : (
                <>
                  {indent}
                  <span className={text.muted}>{key}</span>
                  {colon}
                  {value}
                </>
              )}
              {'\n'}
            </span>
          )
        })}
      </pre>
    </section>
  )
}
