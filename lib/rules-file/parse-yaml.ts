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

/** Limit of aliases: a document with more is an attack. */
const MAX_ALIASES = 100
/** Limit of lexer tokens: three times the longest rules file, parsed in about a second. */
const MAX_TOKENS = 300_000
const MAX_PROBLEMS = 20

interface ParsedYaml {
  readonly document: Document
  readonly value: unknown
}

/**
 * Parses one YAML or JSON document. Returns problems with positions for syntax errors, duplicate
 * keys, too many aliases, and documents with more than `maxTokens` tokens. Never throws.
 */
export function parseYaml(
  text: string,
  maxTokens = MAX_TOKENS,
): ParsedYaml | { readonly problems: readonly FileProblem[] } {
  if (hasMoreTokens(text, maxTokens)) return { problems: [tooManyTokens(maxTokens)] }
  try {
    const document = parseWithoutStacks(text)
    if (document.errors.length > 0) return { problems: syntaxProblems(document.errors, text) }
    const problems = nodeProblems(document, text)
    if (problems.length > 0) return { problems }
    return { document, value: document.toJS({ maxAliasCount: MAX_ALIASES }) }
  } catch (error) {
    return { problems: [unreadable(error)] }
  }
}

function hasMoreTokens(text: string, maxTokens: number): boolean {
  // A text cannot have more tokens than characters.
  if (text.length <= maxTokens) return false
  let tokens = 0
  for (const _ of new Lexer().lex(text)) if (++tokens > maxTokens) return true
  return false
}

/**
 * The library creates an error for each unexpected character; collecting unused stack traces would
 * make that four times slower.
 */
function parseWithoutStacks(text: string): Document.Parsed {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    // The library compares all keys pairwise, which takes minutes for a hostile file; nodeProblems
    // checks them instead.
    return parseDocument(text, { prettyErrors: false, logLevel: 'error', uniqueKeys: false, merge: true })
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const SENTENCES: Partial<Record<YAMLError['code'], string>> = {
  MULTIPLE_DOCS: 'A second document begins here',
  BLOCK_AS_IMPLICIT_KEY: 'A list or a mapping begins where a key is expected',
}

/** Sentences for messages of the library that use terms of its grammar. */
const MESSAGES: Readonly<Record<string, string>> = {
  'Implicit map keys need to be followed by map values': 'A colon and a value are missing after this key',
  'Implicit keys need to be on a single line': 'A key has more than one line, or a colon is missing before it',
  'Implicit keys of flow sequence pairs need to be on a single line': 'A key has more than one line',
  'Sequence item without - indicator': 'A list item begins without a dash',
  'All sequence items must start at the same column': 'This list item is not indented like the others',
  'All mapping items must start at the same column': 'This key is not indented like the others',
  'Flow sequence in block collection must be sufficiently indented and end with a ]':
    'A list in brackets has no closing ], or this line is not indented',
  'Flow map in block collection must be sufficiently indented and end with a }':
    'A mapping in braces has no closing }, or this line is not indented',
}

const HINTS: Partial<Record<YAMLError['code'], string>> = {
  TAB_AS_INDENT: 'Indent by spaces.',
  MULTIPLE_DOCS: 'Give one document, without `---`.',
  BLOCK_AS_IMPLICIT_KEY: 'Indent it like the lines it belongs to.',
}

/** Errors that the library reports in addition to a wrong indentation. */
const ECHOES = new Set<YAMLError['code']>(['MULTILINE_IMPLICIT_KEY', 'MISSING_CHAR'])

function syntaxProblems(errors: readonly YAMLError[], text: string): readonly FileProblem[] {
  if (errors.some(({ message }) => message.startsWith('Maximum call stack'))) return [TOO_DEEP]
  const slip = likelySlip(text)
  if (slip !== null) return [slip]
  const lines = new Lines(text)
  // The library repeats an error for each character of a broken line.
  const problems = new Map<string, FileProblem>()
  let misplaced: number | null = null
  for (const { code, message, pos } of errors) {
    if (problems.size === MAX_PROBLEMS) break
    const place = lines.placeOf(pos[0])
    if (code === 'BLOCK_AS_IMPLICIT_KEY') misplaced = place.line
    if (place.line === misplaced && ECHOES.has(code)) continue
    const sentence = SENTENCES[code] ?? MESSAGES[message] ?? message.replace(/\.$/, '')
    const hint = HINTS[code] ?? 'Correct the YAML; text with special characters belongs in quotes.'
    const key = `${place.line} ${sentence}`
    if (!problems.has(key)) problems.set(key, { message: `${sentence}.`, hint, place })
  }
  return [...problems.values()]
}

/** The cause of many syntax errors in a file that a program wrote; null for none. */
function likelySlip(text: string): FileProblem | null {
  if (text.includes('\r') && !text.includes('\n'))
    return {
      message: 'The lines end with CR alone.',
      hint: 'Save it with line ends LF, or CRLF as on Windows.',
      place: null,
    }
  const second = /^\s*[{[]/.test(text) ? /[}\]]\s*[\r\n]\s*[{[]/.exec(text) : null
  if (second === null || !isJson(text.slice(0, second.index + 1))) return null
  return {
    message: 'A second JSON document begins here.',
    hint: 'Give each document in a file of its own: two outputs of kubectl in one file are not JSON.',
    place: new Lines(text).placeOf(second.index + second[0].length - 1),
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/**
 * Reports duplicate keys and aliases without an anchor; an unquoted text that begins with `*`
 * parses as an alias.
 */
function nodeProblems(document: Document, text: string): readonly FileProblem[] {
  const lines = new Lines(text)
  const problems: FileProblem[] = []
  const report = (message: string, hint: string, range: readonly number[] | null | undefined) => {
    if (problems.length < MAX_PROBLEMS) problems.push({ message, hint, place: lines.placeOf(range?.[0] ?? 0) })
  }
  const anchors = new Set<string>()
  let aliases = 0
  visit(document, (_, node) => {
    if (isAlias(node)) {
      // Resolving an alias searches the whole document, so resolving many would take minutes.
      if (++aliases > MAX_ALIASES) {
        report(`There are more than ${MAX_ALIASES} aliases.`, 'Write it out without them.', node.range)
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

function tooManyTokens(maxTokens: number): FileProblem {
  const message = `The document has more than ${maxTokens.toLocaleString('en')} words and signs.`
  return { message, hint: 'Check that it is the right file: a real one is far smaller.', place: null }
}

const TOO_DEEP: FileProblem = {
  message: 'The document is nested too deeply.',
  hint: 'Check that it is the right file: a real one is not nested like this.',
  place: null,
}

/** The library throws when nesting exceeds the stack, and when aliases expand without end. */
function unreadable(error: unknown): FileProblem {
  if (error instanceof RangeError) return TOO_DEEP
  return { message: 'The document unfolds too many aliases.', hint: 'Write it out without them.', place: null }
}
