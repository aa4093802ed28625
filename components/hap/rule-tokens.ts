type RuleTokenKind = 'plan' | 'attribute' | 'value' | 'output' | 'sign' | 'other'

interface RuleToken {
  readonly kind: RuleTokenKind
  readonly text: string
}

const PIECE = /->|[A-Za-z0-9._*-]+?(?=->)|[A-Za-z0-9._*-]+|[(),=]|\s+|./gsu

/**
 * Splits a rule text for colouring. Only looks: what a rule means, and whether it is one, the engine says. The texts of all tokens
 * together are the rule text.
 */
export function ruleTokens(rule: string): readonly RuleToken[] {
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
