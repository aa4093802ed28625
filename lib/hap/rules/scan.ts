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

/** The span without the white space around it, as a word without the white space inside it. */
export function readWord(text: string, span: Span): Word {
  const { start, end } = trim(text, span)
  return { text: withoutWhiteSpace(text.slice(start, end)), start, end }
}

function withoutWhiteSpace(text: string): string {
  return text.replace(WHITE_SPACE_RUN, '')
}

export function positionsOf(text: string, char: string, span: Span): readonly number[] {
  const found: number[] = []
  let at = text.indexOf(char, span.start)
  while (at !== -1 && at < span.end) {
    found.push(at)
    at = text.indexOf(char, at + 1)
  }
  return found
}

export function split(text: string, char: string, span: Span): readonly Span[] {
  const parts: Span[] = []
  let start = span.start
  for (const at of positionsOf(text, char, span)) {
    parts.push({ start, end: at })
    start = at + 1
  }
  parts.push({ start, end: span.end })
  return parts
}

/** Every `->`, also with white space between the two characters, as KEB sees it once white space is deleted. */
export function findArrows(text: string): readonly Span[] {
  const arrows: Span[] = []
  for (let start = text.indexOf('-'); start !== -1; start = text.indexOf('-', start + 1)) {
    let head = start + 1
    while (isWhiteSpace(text[head])) head++
    if (text[head] === '>') arrows.push({ start, end: head + 1 })
  }
  return arrows
}
