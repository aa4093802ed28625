import { isLegalLabelValue } from '../pools/label-value.ts'

/** What a text with ids holds. */
interface PastedIds {
  /** Ids that can be on the allowlist, each once, in their order. */
  readonly ids: readonly string[]
  /** How often one of them came again. */
  readonly repeated: number
  /** What cannot be an id, each once. */
  readonly wrong: readonly string[]
}

/** Ids as people paste them: one a line, with commas, in quotes, or as a list of YAML or JSON. */
export function pastedIds(text: string): PastedIds {
  const words = text
    .split(/[\s,;]+/)
    .map(word => word.replace(/^[[\]'"]+|[[\]'"]+$/g, ''))
    .filter(word => word !== '' && word !== '-')
  const ids = new Set(words.filter(isLegalLabelValue))
  const wrong = words.filter(word => !isLegalLabelValue(word))
  return { ids: [...ids], repeated: words.length - wrong.length - ids.size, wrong: [...new Set(wrong)] }
}
