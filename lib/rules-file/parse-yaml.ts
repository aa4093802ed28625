import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  Lexer,
  parseDocument,
  type Scalar,
  visit,
  type YAMLError,
  type YAMLMap,
} from 'yaml'
import { type FileProblem, Lines } from './file-problem.ts'

/** Aliases a document may unfold; more is an attack, not a rule file. */
const MOST_ALIASES = 100
/** Words and signs of a document: three times as many as the longest rule file has, and the server can go on with its work in a second. */
const MOST_TOKENS = 300_000
const MOST_PROBLEMS = 20

interface ParsedYaml {
  readonly document: Document
  readonly value: unknown
}

/** Parses one YAML or JSON document of at most so many words and signs: repeated keys, tabs, aliases that unfold without end, all told with their place. */
export function parseYaml(
  text: string,
  mostTokens = MOST_TOKENS,
): ParsedYaml | { readonly problems: readonly FileProblem[] } {
  if (hasMoreTokens(text, mostTokens)) return { problems: [tooMuch(mostTokens)] }
  try {
    const document = documentOf(text)
    if (document.errors.length > 0) return { problems: syntaxProblems(document.errors, text) }
    const problems = nodeProblems(document, text)
    if (problems.length > 0) return { problems }
    return { document, value: document.toJS({ maxAliasCount: MOST_ALIASES }) }
  } catch (error) {
    return { problems: [unreadable(error)] }
  }
}

function hasMoreTokens(text: string, most: number): boolean {
  // What has no more characters than that has no more words either.
  if (text.length <= most) return false
  let tokens = 0
  for (const _ of new Lexer().lex(text)) if (++tokens > most) return true
  return false
}

/** The library makes an error of every sign it does not like; with a stack, which nobody sees, each takes four times as long. */
function documentOf(text: string): Document.Parsed {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    // Its own check for repeated keys compares each with each, which takes minutes on a hostile file.
    return parseDocument(text, { prettyErrors: false, logLevel: 'error', uniqueKeys: false, merge: true })
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const SENTENCES: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'A second document begins here',
  BLOCK_AS_IMPLICIT_KEY: 'A list or a mapping begins where a key is expected',
}

const HINTS: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'Indent by spaces.',
  MULTIPLE_DOCS: 'Give one document, without `---`.',
  BLOCK_AS_IMPLICIT_KEY: 'Indent it like the lines it belongs to.',
}

/** What the library says besides of a line that is indented wrongly. */
const ECHOES = new Set<YAMLError['code']>(['MULTILINE_IMPLICIT_KEY', 'MISSING_CHAR'])

function syntaxProblems(errors: readonly YAMLError[], text: string): readonly FileProblem[] {
  if (errors.some(({ message }) => message.startsWith('Maximum call stack'))) return [TOO_DEEP]
  const lines = new Lines(text)
  // The library says the same of every sign of a broken line.
  const problems = new Map<string, FileProblem>()
  let misplaced: number | null = null
  for (const { code, message, pos } of errors) {
    if (problems.size === MOST_PROBLEMS) break
    const place = lines.placeOf(pos[0])
    if (code === 'BLOCK_AS_IMPLICIT_KEY') misplaced = place.line
    if (place.line === misplaced && ECHOES.has(code)) continue
    const sentence = SENTENCES[code] ?? message.replace(/\.$/, '')
    const hint = HINTS[code] ?? 'Correct the YAML; text with special characters belongs in quotes.'
    const key = `${place.line} ${sentence}`
    if (!problems.has(key)) problems.set(key, { message: `${sentence}.`, hint, place })
  }
  return [...problems.values()]
}

/** Repeated keys of a mapping, and aliases without an anchor: what a text that begins with `*` looks like without quotes. */
function nodeProblems(document: Document, text: string): readonly FileProblem[] {
  const lines = new Lines(text)
  const problems: FileProblem[] = []
  const report = (message: string, hint: string, range: readonly number[] | null | undefined) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ message, hint, place: lines.placeOf(range?.[0] ?? 0) })
  }
  const anchors = new Set<string>()
  let aliases = 0
  visit(document, (_, node) => {
    if (isAlias(node)) {
      // Resolving one looks through the whole document: too many of them would take minutes.
      if (++aliases > MOST_ALIASES) {
        report(`There are more than ${MOST_ALIASES} aliases.`, 'Write it out without them.', node.range)
        return visit.BREAK
      }
      if (anchors.has(node.source)) return undefined
      report(`\`*${node.source}\` refers to nothing.`, 'Put a text that begins with `*` in quotes.', node.range)
    } else if (isNode(node)) {
      if (node.anchor) anchors.add(node.anchor)
      for (const key of isMap(node) ? repeatedKeys(node) : []) {
        report(`The key ${String(key.value)} is given twice.`, 'Keep one of the two.', key.range)
      }
    }
    return undefined
  })
  return problems
}

function repeatedKeys(map: YAMLMap): readonly Scalar[] {
  const seen = new Set<unknown>()
  const keys = map.items.flatMap(({ key }) => (isScalar(key) ? [key] : []))
  return keys.filter(({ value }) => seen.size === seen.add(value).size)
}

function tooMuch(most: number): FileProblem {
  const message = `The document has more than ${most.toLocaleString('en')} words and signs.`
  return { message, hint: 'Check that it is the right file: a real one is far smaller.', place: null }
}

const TOO_DEEP: FileProblem = {
  message: 'The document is nested too deeply.',
  hint: 'Check that it is the right file: a real one is not nested like this.',
  place: null,
}

/** The library throws where it will not go on: nesting beyond the stack, and aliases without end. */
function unreadable(error: unknown): FileProblem {
  if (error instanceof RangeError) return TOO_DEEP
  return { message: 'The document unfolds too many aliases.', hint: 'Write it out without them.', place: null }
}
