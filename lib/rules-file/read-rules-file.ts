import { FOUR_RULES } from '#lib/hap/rules/four-rules.ts'
import { type DocumentPath, findRules, type RuleSource } from '#lib/hap/rules/rule-source.ts'
import { decodeText } from './decode-text.ts'
import { type FileProblem, Lines, type Place } from './file-problem.ts'
import { parseYaml } from './parse-yaml.ts'
import { offsetOf } from './yaml-nodes.ts'

/** More is refused. A landscape has some dozens of rules. */
const MOST_RULES = 20_000
/** Entries of the four properties; each may stand for a rule of every plan. A landscape has some dozens. */
const MOST_ENTRIES = 500
/** More is worth a word. */
const MANY_RULES = 2_000

/** Rules read from a file, with the way back from a rule text to its place in the file. */
interface RulesFile {
  readonly source: RuleSource
  /** The whole file. */
  readonly text: string
  readonly lines: Lines
  /** Rules that are no text. Theirs is empty in the source, about which nothing more is to be said. */
  readonly unreadable: readonly (FileProblem & { readonly rule: number })[]
  readonly warnings: readonly FileProblem[]
  /** Place of a column of a rule text; for four rules, of a property by its place in FOUR_RULES. */
  placeOf(rule: number, column: number): Place
}

export type ReadRulesFile =
  | { readonly file: RulesFile }
  | { readonly problems: readonly FileProblem[]; readonly lines: Lines }

/** Reads the bytes of values.yaml, hapRule.yaml, a plain list or the four properties, in YAML or JSON. Never throws. */
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
  if (count > MOST_RULES) return { problems: [tooMany(count)], lines }
  const entries = source.kind === 'list' ? 0 : Object.values(source.texts).join(';').split(';').length
  if (entries > MOST_ENTRIES) return { problems: [tooManyEntries(entries)], lines }
  const warnings = count > MANY_RULES ? [many(count)] : []
  const placeOf = (rule: number, column: number) => place(pathOf(source, rule), column)
  return { file: { source, text, lines, unreadable, warnings, placeOf } }
}

function pathOf({ kind, path }: RuleSource, rule: number): DocumentPath {
  return [...path, kind === 'list' ? rule : (FOUR_RULES[rule]?.[0] ?? 0)]
}

function tooMany(count: number): FileProblem {
  const message = `The file has ${count.toLocaleString('en')} rules; at most ${MOST_RULES.toLocaleString('en')} are read.`
  return { message, hint: 'Leave regions out: a rule without one serves all.', place: null }
}

function tooManyEntries(count: number): FileProblem {
  const message = `There are ${count.toLocaleString('en')} entries.`
  return { message, hint: `At most ${MOST_ENTRIES} are read: an entry with \`*\` stands for many.`, place: null }
}

function many(count: number): FileProblem {
  const message = `The file has ${count.toLocaleString('en')} rules.`
  return {
    message,
    hint: 'They work, but a rule without regions serves all regions and is easier to read.',
    place: null,
  }
}
