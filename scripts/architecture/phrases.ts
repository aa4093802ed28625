import { isProduct } from './floors.ts'
import { withoutComments } from './imports.ts'
import type { SourceFile, Violation } from './rules.ts'

interface Phrase {
  readonly pattern: RegExp
  /** Replacement in the terms of docs/glossary.md. */
  readonly instead: string
}

/** Start of a sentence, heading, list item, table cell or string. */
const START = String.raw`(?<=[\0|]\s*|[.:;!?]\s+|^[-*#>\d.\s]*)`

/** Phrases that made texts hard to read. */
const PHRASES: readonly Phrase[] = [
  phrase('whoever|whomever', 'name the person or the part of the program'),
  phrase('whatever|whichever', 'name the thing'),
  phrase('nobody|somebody|anybody|everybody', '"no user", "another user", "all users"'),
  phrase('anew', '"again", or a verb with re-'),
  phrase('meanwhile', '"since then", or nothing'),
  phrase('beforehand', '"first", "pre-created", "preview"'),
  phrase('by now', '"now", or the time'),
  phrase('at once', '"immediately", or "at the same time"'),
  phrase('for good', '"permanently"'),
  phrase('all the same', '"still"'),
  phrase('told|hears?|heard', '"reports", "is notified", "receives"'),
  phrase('c[ao]mes? of', '"outcome", "result"'),
  phrase('go(?:es|ing)? on(?! to)|went on', '"continues", "is not affected"'),
  phrase('stands? in for|stands? for them', '"replaces", "is used instead"'),
  phrase('looks? after', '"manages"'),
  phrase('g[ia]ves? back|given back|giving back', '"releases"'),
  phrase('asked for', '"requested"'),
  phrase('looked at|looks at', '"checked", "examined"'),
  phrase('leads? (?:here|there)', '"selects this pool"'),
  phrase('takes? up', '"processes"'),
  phrase('put right', '"fix"'),
  phrase('several accounts', '"multiple accounts"'),
  {
    pattern: /(?:\d|\0|\b(?:times|requests|writes|queries))\s+a\s+(?:second|minute)\b/g,
    instead: '"per second", "per minute"',
  },
  {
    pattern: new RegExp(
      String.raw`${START}(?:What|Who|Whom|Those (?:that|who))\s(?:[^?.:;!|\0\n]|\n(?!\s*\n))+(?=[.:;!|\0\n]|$)`,
      'gm',
    ),
    instead: 'a noun as the subject, or a question with a question mark',
  },
  { pattern: /(?<=[\d\0])[ \u00a0]%/g, instead: 'the number and the sign without a space: 64%' },
]

function phrase(words: string, instead: string): Phrase {
  return { pattern: new RegExp(String.raw`\b(?:${words.replaceAll(' ', String.raw`\s+`)})\b`, 'gi'), instead }
}

/** The glossary lists words to avoid; the embedded garden repeats messages of Kubernetes. */
const EXEMPT = /^(?:docs\/glossary\.md$|packages\/)/

/** Reports each banned phrase in the texts for people: strings and JSX text of the product, and documents. */
export function phraseViolations(files: readonly SourceFile[]): Violation[] {
  return phrasesOf(files.filter(({ path }) => !EXEMPT.test(path)))
}

/** Every banned phrase, with its position and a replacement. */
export function phrasesOf(files: readonly SourceFile[]): Violation[] {
  return files.filter(hasProse).flatMap(file => {
    const prose = proseOf(file)
    return PHRASES.flatMap(({ pattern, instead }) =>
      [...prose.matchAll(pattern)].map(found => ({
        file: file.path,
        line: prose.slice(0, found.index).split('\n').length,
        message: `says "${found[0].replaceAll(/\s+/g, ' ').trim()}"; write ${instead}`,
      })),
    )
  })
}

function hasProse({ path }: SourceFile): boolean {
  return path.endsWith('.md') || isProduct(path)
}

/** Text in JSX: between tags and expressions, with at least two words, and no code after an object. */
const JSX_TEXT = /(?<=[>}])(?!\s*[:)\]])(?![^<>{}]*(?:\s\?\s|\binterface\b))[^<>{}=;&|]*[a-z] [^<>{}=;&|]*(?=[<{])/g

/** A string in lower case without white space is a value of the code. */
const CODE_VALUE = /^[^\sA-Z]*$/

/** The text with all but prose replaced by NUL, so that lines and columns stay. */
function proseOf({ path, text }: SourceFile): string {
  if (path.endsWith('.md')) return text.replace(/^```[\s\S]*?^```$|`[^`]+`|\]\([^)]*\)|<[^>\n]+>/gm, blank)
  const code = withoutComments(text)
  const strings = stringsOf(code)
  const texts = strings.filter(([from, to]) => !CODE_VALUE.test(code.slice(from, to)))
  const rest = joined(code, strings, { inside: blank, outside: same })
  const elements = path.endsWith('.tsx') ? [...rest.matchAll(JSX_TEXT)] : []
  const ranges = [...texts, ...elements.map(({ index, 0: { length } }): Range => [index, index + length])]
  return joined(code, ranges, { inside: same, outside: blank })
}

/** From, inclusive, and to, exclusive. */
type Range = readonly [from: number, to: number]

function joined(
  text: string,
  ranges: readonly Range[],
  { inside, outside }: { inside: (part: string) => string; outside: (part: string) => string },
): string {
  const parts: string[] = []
  let done = 0
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (from < done) continue // a string within JSX text
    parts.push(outside(text.slice(done, from)), inside(text.slice(from, to)))
    done = to
  }
  return parts.join('') + outside(text.slice(done))
}

function same(text: string): string {
  return text
}

function blank(text: string): string {
  return text.replaceAll(/[^\n]+/g, line => '\0'.repeat(line.length))
}

/** The contents of string literals and templates, without the expressions in them. */
function stringsOf(code: string): readonly Range[] {
  const found: Range[] = []
  /** For each template whose expression is being read, the braces open in it. */
  const open: number[] = []
  let at = 0
  const readTemplate = () => {
    const from = at
    while (at < code.length && code[at] !== '`' && !code.startsWith('${', at)) at += code[at] === '\\' ? 2 : 1
    found.push([from, at])
    if (code[at] === '`') at++
    else {
      open.push(0)
      at += 2
    }
  }
  while (at < code.length) {
    const char = code[at++] ?? ''
    if (char === '`') readTemplate()
    else if (char === "'" || char === '"') {
      const end = endOfString(code, at, char)
      if (end === null) continue // an apostrophe in JSX text
      found.push([at, end])
      at = end + 1
    } else if (char === '{' || char === '}') {
      const depth = open.pop()
      if (depth === undefined) continue
      if (char === '}' && depth === 0) readTemplate()
      else open.push(depth + (char === '{' ? 1 : -1))
    }
  }
  return found
}

function endOfString(code: string, start: number, quote: string): number | null {
  for (let at = start; at < code.length && code[at] !== '\n'; at++) {
    if (code[at] === '\\') at++
    else if (code[at] === quote) return at
  }
  return null
}
