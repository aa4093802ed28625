import type { InputAttributeName } from './rule.ts'

/** A name as written: its text without white space, and the columns it spans in the rule text, the end excluded. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface InputAttribute {
  readonly key: Word
  readonly value: Word
}

/** What was read of one rule text; parts that could not be read are missing. */
export interface RuleSyntax {
  readonly text: string
  readonly plan: Word | null
  readonly inputs: readonly InputAttribute[]
  readonly arrow: { readonly start: number; readonly end: number } | null
  readonly outputs: readonly Word[]
}

/** The value given to an input attribute, or null. */
export function inputValue(syntax: RuleSyntax, key: InputAttributeName): string | null {
  return syntax.inputs.find(input => input.key.text === key)?.value.text ?? null
}
