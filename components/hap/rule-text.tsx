import { cx } from '#components/ui/cx.ts'
import styles from './rule-text.module.css'

interface RuleTextProps {
  readonly text: string
  /** Grey, for a rule that does not match. */
  readonly faint?: boolean
}

/** A rule with syntax highlighting. */
export function RuleText({ text, faint = false }: RuleTextProps) {
  return (
    <code className={cx(styles.rule, faint && styles.faint)}>
      {tokenizeRule(text).map((token, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a token has no identity but its place
        <span key={index} className={styles[token.kind]}>
          {token.text}
        </span>
      ))}
    </code>
  )
}

type RuleTokenKind = 'plan' | 'attribute' | 'value' | 'output' | 'sign' | 'other'

interface RuleToken {
  readonly kind: RuleTokenKind
  readonly text: string
}

const PIECE = /->|[A-Za-z0-9._*-]+?(?=->)|[A-Za-z0-9._*-]+|[(),=]|\s+|./gsu

/**
 * Splits a rule into tokens for highlighting. Does not validate it; the engine parses rules. The
 * texts of all tokens together equal the rule.
 */
export function tokenizeRule(rule: string): readonly RuleToken[] {
  const tokens: RuleToken[] = []
  let next: RuleTokenKind = 'plan'
  for (const [text] of rule.matchAll(PIECE)) {
    const kind = /^[A-Za-z0-9._*-]+$/.test(text) && text !== '->' ? next : /^\s+$/.test(text) ? 'other' : 'sign'
    tokens.push({ kind, text })
    if (text === '(') next = 'attribute'
    else if (text === '=') next = 'value'
    else if (text === ',' && next !== 'output') next = 'attribute'
    else if (text === '->') next = 'output'
  }
  return tokens
}
