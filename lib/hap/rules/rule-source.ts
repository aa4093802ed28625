import { dottedPath, isRecord } from '../document.ts'
import type { Plans } from '../plans/plan.ts'
import type { Policy } from '../semantics.ts'
import { FOUR_RULES, type FourRuleTexts, parseFourRules, translateFourRules } from './four-rules.ts'
import { Ruleset, type RulesetResult } from './ruleset.ts'

export type DocumentPath = readonly (string | number)[]

/** Rule texts and their path in a document. */
export type RuleSource =
  | { readonly kind: 'list'; readonly path: DocumentPath; readonly texts: readonly string[] }
  | { readonly kind: 'four-rules'; readonly path: DocumentPath; readonly texts: FourRuleTexts }

interface DocumentProblem {
  readonly path: DocumentPath
  readonly message: string
  readonly hint: string
}

/** A rule, or one of the four properties by its index in FOUR_RULES, that is not a text. */
interface UnreadableRule extends DocumentProblem {
  readonly rule: number
}

/** A source, in which unreadable rules are empty texts, or at least one problem. */
type RuleSourceResult =
  | { readonly source: RuleSource; readonly unreadable: readonly UnreadableRule[] }
  | { readonly problems: readonly DocumentProblem[] }

const FORMS =
  'Rules are a list under `hap.rule` (values.yaml) or `rule` (hapRule.yaml), a plain list, or the four properties of `hap`.'

const CONFIG_MAP =
  "This is a ConfigMap. Give the text that it holds, for example: kubectl get configmap NAME -o jsonpath='{.data.hapRule\\.yaml}'."

function isConfigMap({ kind, data }: Readonly<Record<string, unknown>>): boolean {
  return kind === 'ConfigMap' && isRecord(data)
}

/**
 * Finds the rules in a parsed YAML or JSON document of any supported form (seeds 000 and 001, KEB's
 * hapRule.yaml).
 */
export function findRules(document: unknown): RuleSourceResult {
  if (document === null || document === undefined) return problem([], 'The document is empty.', FORMS)
  if (Array.isArray(document)) return readList([], document)
  if (!isRecord(document)) return problem([], `The document is ${nameOf(document)}.`, FORMS)
  const hap = own(document, 'hap')
  const found = [
    ...(own(document, 'rule') === undefined ? [] : [() => readList(['rule'], own(document, 'rule'))]),
    ...(isRecord(hap) && own(hap, 'rule') !== undefined ? [() => readList(['hap', 'rule'], own(hap, 'rule'))] : []),
    ...(isRecord(hap) && FOUR_RULES.some(([name]) => own(hap, name) !== undefined) ? [() => readFourRules(hap)] : []),
  ]
  const [read, second] = found
  const hint = 'Keep one of `rule`, `hap.rule` and the four properties.'
  if (second) return problem([], 'The document has rules in two places.', hint)
  return read ? read() : problem([], 'There are no rules in this document.', isConfigMap(document) ? CONFIG_MAP : FORMS)
}

function readList(path: DocumentPath, value: unknown): RuleSourceResult {
  if (value === null) return { source: { kind: 'list', path, texts: [] }, unreadable: [] }
  if (!Array.isArray(value)) {
    const hint = 'Write one rule per line, each after `- `.'
    return problem(path, `${dottedPath(path)} is ${nameOf(value)}, not a list.`, hint)
  }
  const items: readonly unknown[] = value
  const unreadable = items.flatMap((item, rule) => (isText(item) ? [] : [notText([...path, rule], rule, item)]))
  return { source: { kind: 'list', path, texts: items.map(textOf) }, unreadable }
}

function readFourRules(hap: Readonly<Record<string, unknown>>): RuleSourceResult {
  const path = ['hap']
  const unreadable = FOUR_RULES.flatMap(([name], rule) => {
    const value = own(hap, name)
    return value === undefined || isText(value) ? [] : [notText([...path, name], rule, value)]
  })
  const texts = Object.fromEntries(FOUR_RULES.map(([name]) => [name, textOf(own(hap, name))])) as FourRuleTexts
  return { source: { kind: 'four-rules', path, texts }, unreadable }
}

/** YAML parses an empty item as null; KEB reads it as an empty rule. */
function isText(value: unknown): value is string | null {
  return typeof value === 'string' || value === null
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function notText(path: DocumentPath, rule: number, value: unknown): UnreadableRule {
  const hint = isRecord(value) ? 'Put the rule in quotes: `: ` makes YAML read it as a mapping.' : 'Put it in quotes.'
  return { path, rule, message: `${dottedPath(path)} is ${nameOf(value)}, not a text.`, hint }
}

function problem(path: DocumentPath, message: string, hint: string): RuleSourceResult {
  return { problems: [{ path, message, hint }] }
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (isRecord(value)) return 'a mapping'
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`
}

/** Builds a ruleset from either form; ranges of diagnostics refer to the texts of the source. */
export function rulesetOfSource(source: RuleSource, plans: Plans, policy: Policy): RulesetResult {
  if (source.kind === 'list') return Ruleset.from(source.texts, plans, policy)
  const { rules, diagnostics } = parseFourRules(source.texts, plans)
  if (!rules) return { ruleset: null, diagnostics }
  return { ruleset: Ruleset.from(translateFourRules(rules, plans), plans, policy).ruleset, diagnostics }
}
