import type { Word } from './syntax.ts'

/** Columns of a rule text, the end excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What KEB deletes before it reads a rule: space, tab, line feed, form feed, carriage return; a no-break space stays (KEB). */
export const WHITE_SPACE_RUN = /[ \t\n\f\r]+/g

export function isWhiteSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\f' || char === '\r'
}

export function trim(text: string, span: Span): Span {
  let { start, end } = span
  while (start < end && isWhiteSpace(text[start])) start++
  while (end > start && isWhiteSpace(text[end - 1])) end--
  return { start, end }
}

/** Whether there is nothing but white space. */
export function isBlank(text: string, span: Span): boolean {
  const { start, end } = trim(text, span)
  return start === end
}

/** The span without the white space around it, as a word without the white space inside it. */
export function readWord(text: string, span: Span): Word {
  const { start, end } = trim(text, span)
  return { text: withoutWhiteSpace(text.slice(start, end)), start, end }
}

/** To look costs less than to replace, and hardly a word has any. */
function withoutWhiteSpace(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (isWhiteSpace(text[at])) return text.replace(WHITE_SPACE_RUN, '')
  }
  return text
}

/** Where a character first stands in a span; the end of the span where it does not. */
export function placeOf(text: string, char: string, { start, end }: Span): number {
  const at = text.indexOf(char, start)
  return at === -1 || at > end ? end : at
}

export function split(text: string, char: string, span: Span): readonly Span[] {
  let end = placeOf(text, char, span)
  if (end === span.end) return [span]
  const parts: Span[] = []
  let { start } = span
  while (end < span.end) {
    parts.push({ start, end })
    start = end + 1
    end = placeOf(text, char, { start, end: span.end })
  }
  parts.push({ start, end })
  return parts
}

/** The first `->` from a column on, also with white space between the two characters, as KEB sees it once white space is deleted. */
export function findArrow(text: string, from: number): Span | null {
  for (let start = text.indexOf('-', from); start !== -1; start = text.indexOf('-', start + 1)) {
    let head = start + 1
    while (isWhiteSpace(text[head])) head++
    if (text[head] === '>') return { start, end: head + 1 }
  }
  return null
}
