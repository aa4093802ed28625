import { cx } from '#components/ui/cx.ts'
import styles from './rule-text.module.css'
import { ruleTokens } from './rule-tokens.ts'

interface RuleTextProps {
  readonly text: string
  /** For a rule that does not match: all of it in grey. */
  readonly faint?: boolean
}

/** A rule of the DSL in its token colours. */
export function RuleText({ text, faint = false }: RuleTextProps) {
  return (
    <code className={cx(styles.rule, faint && styles.faint)}>
      {ruleTokens(text).map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a token has no identity but its place
        <span key={index} className={styles[token.kind]}>
          {token.text}
        </span>
      ))}
    </code>
  )
}
