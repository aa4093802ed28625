import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'

const MAX_LENGTH = 63

/** Why a text is not a valid label value, as a sentence; undefined when it is valid or empty. */
export function labelValueProblem(text: string): string | undefined {
  const value = text.trim()
  if (value === '' || isLegalLabelValue(value)) return undefined
  if (value.length > MAX_LENGTH) return `${value.length} characters; a label value has at most ${MAX_LENGTH}.`
  return 'Not a label value: only letters, digits, hyphens, dots and underscores, with a letter or digit at both ends.'
}
