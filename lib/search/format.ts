import { formatNumberRange } from './ranges.ts'
import type { Term } from './term.ts'

/** The search text of `terms`; `parseSearch` parses it to the same terms. */
export function formatSearch(terms: readonly Term[]): string {
  return terms.map(formatTerm).join(' ')
}

/** The text of a term. A true boolean is its bare name, false is `field:false`. */
export function formatTerm(term: Term): string {
  const sign = term.negated ? '-' : ''
  switch (term.kind) {
    case 'word':
      return sign + (!term.quoted && isPlainWord(term.text) ? term.text : quote(term.text))
    case 'boolean':
      return term.value ? sign + term.field : `${sign}${term.field}:false`
    case 'number':
      return `${sign}${term.field}:${term.values.map(range => formatNumberRange(range, term.units)).join(',')}`
    default:
      return `${sign}${term.field}:${term.values.map(formatValue).join(',')}`
  }
}

/** The text of a value after `field:`, quoted if necessary. */
export function formatValue(value: string): string {
  return isPlainValue(value) ? value : quote(value)
}

function isPlainWord(text: string): boolean {
  return !/[\s"]|^-|^[A-Za-z][A-Za-z0-9-]*:/.test(text)
}

function isPlainValue(text: string): boolean {
  return !/[\s",]/.test(text)
}

function quote(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`
}
