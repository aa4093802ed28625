import { FOUR_RULES } from '#lib/hap/rules/four-rules.ts'
import { type DocumentPath, findRules, type RuleSource } from '#lib/hap/rules/rule-source.ts'
import { decodeText } from './decode-text.ts'
import { type FileProblem, Lines, type Place } from './file-problem.ts'
import { parseYaml } from './parse-yaml.ts'
import { offsetOf } from './yaml-nodes.ts'

/** Limit of rules. A landscape has dozens. */
const MAX_RULES = 20_000
/**
 * Limit of entries in the four properties; an entry may expand to a rule for every plan. A
 * landscape has dozens.
 */
const MAX_ENTRIES = 500
/** A longer list works but causes a warning. */
const WARN_RULES = 2_000

/** Rules parsed from a file, with a mapping from rule texts to positions in the file. */
interface RulesFile {
  readonly source: RuleSource
  /** The whole text. */
  readonly text: string
  readonly lines: Lines
  /** List items that are not texts. Their rule text is empty, and its diagnostics are omitted. */
  readonly unreadable: readonly (FileProblem & { readonly rule: number })[]
  readonly warnings: readonly FileProblem[]
  /**
   * Position of a column in a rule text. For the four properties, `rule` is an index into
   * FOUR_RULES.
   */
  placeOf(rule: number, column: number): Place
}

export type ReadRulesFile =
  | { readonly file: RulesFile }
  | { readonly problems: readonly FileProblem[]; readonly lines: Lines }

/**
 * Parses the bytes of values.yaml, hapRule.yaml, a plain list or the four properties, as YAML or
 * JSON. Never throws.
 */
export function readRulesFile(bytes: Uint8Array): ReadRulesFile {
  const decoded = decodeText(bytes)
  if ('problem' in decoded) return { problems: [decoded.problem], lines: new Lines('') }
  const { text } = decoded
  const lines = new Lines(text)
  const yaml = parseYaml(text)
  if ('problems' in yaml) return { problems: yaml.problems, lines }
  const place = (path: DocumentPath, column: number) => lines.placeOf(offsetOf(yaml.document, path, column, text))
  const found = findRules(yaml.value)
  if ('problems' in found) {
    const problems = found.problems.map(({ path, message, hint }) => {
      return { message, hint, place: path.length === 0 ? null : place(path, 0) }
    })
    return { problems, lines }
  }
  const { source } = found
  const unreadable = found.unreadable.map(({ path, ...problem }) => ({ ...problem, place: place(path, 0) }))
  const count = source.kind === 'list' ? source.texts.length : 0
  if (count > MAX_RULES) return { problems: [tooManyRules(count)], lines }
  const cut = source.kind === 'list' ? cutRule(source.texts, text) : -1
  if (cut >= 0) return { problems: [{ ...CUT, place: place(pathOf(source, cut), 0) }], lines }
  const entries = source.kind === 'list' ? 0 : Object.values(source.texts).join(';').split(';').length
  if (entries > MAX_ENTRIES) return { problems: [tooManyEntries(entries)], lines }
  const warnings = count > WARN_RULES ? [manyRules(count)] : []
  const placeOf = (rule: number, column: number) => place(pathOf(source, rule), column)
  return { file: { source, text, lines, unreadable, warnings, placeOf } }
}

function pathOf({ kind, path }: RuleSource, rule: number): DocumentPath {
  return [...path, kind === 'list' ? rule : (FOUR_RULES[rule]?.[0] ?? 0)]
}

/** A YAML list in brackets cuts `azure(PR=x, HR=y)` at its comma. Returns the first part, or -1. */
function cutRule(rules: readonly string[], text: string): number {
  return rules.findIndex((rule, index) => {
    const next = rules[index + 1] ?? ''
    if (!/\([^)]*$/.test(rule) || !/^[^(]*\)/.test(next)) return false
    const at = text.indexOf(`${rule},`)
    return (
      at >= 0 &&
      text
        .slice(at + rule.length + 1)
        .trimStart()
        .startsWith(next)
    )
  })
}

const CUT = {
  message: 'A rule is cut at its comma.',
  hint: 'In a list in brackets, `[a, b]`, put each rule in quotes, or write one rule a line after `- `.',
}

function tooManyRules(count: number): FileProblem {
  const message = `The file has ${count.toLocaleString('en')} rules; at most ${MAX_RULES.toLocaleString('en')} are read.`
  return { message, hint: 'Leave regions out: a rule without one serves all.', place: null }
}

function tooManyEntries(count: number): FileProblem {
  const message = `There are ${count.toLocaleString('en')} entries.`
  return { message, hint: `At most ${MAX_ENTRIES} are read: an entry with \`*\` stands for many.`, place: null }
}

function manyRules(count: number): FileProblem {
  const message = `The file has ${count.toLocaleString('en')} rules.`
  return {
    message,
    hint: 'They work, but a rule without regions serves all regions and is easier to read.',
    place: null,
  }
}
