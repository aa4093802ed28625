import { isLegalLabelValue } from '../pools/label-value.ts'

/** What a text with ids holds. */
export interface PastedIds {
  /** Ids that can be on the allowlist, each once, in their order. */
  readonly ids: readonly string[]
  /** How often one of them came again. */
  readonly repeated: number
  /** What cannot be an id, each once. */
  readonly wrong: readonly string[]
}

/** What label selectors are made of, and no list of ids. */
const SELECTOR = /[=!()]/

/** A comment of YAML; no id has its sign. */
const COMMENT = /(^|\s)#.*$/

/**
 * Ids as people paste them: one a line, with commas, in quotes, or as a list of YAML or JSON. A line that reads like a label
 * selector is not taken apart, and a comment is left out: their pieces would pass for ids.
 */
export function pastedIds(text: string): PastedIds {
  const words = text
    .split(/[\r\n]+/)
    .map(line => line.replace(COMMENT, ''))
    .flatMap(line => (SELECTOR.test(line) ? [line.trim()] : wordsOf(line)))
    .filter(word => word !== '' && word !== '-')
  const ids = new Set(words.filter(isLegalLabelValue))
  const wrong = words.filter(word => !isLegalLabelValue(word))
  return { ids: [...ids], repeated: words.length - wrong.length - ids.size, wrong: [...new Set(wrong)] }
}

function wordsOf(line: string): readonly string[] {
  return line.split(/[\s,;]+/).map(word => word.replace(/^[[\]'"]+|[[\]'"]+$/g, ''))
}
