import text from '#components/ui/text.module.css'
import styles from './yaml.module.css'

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
