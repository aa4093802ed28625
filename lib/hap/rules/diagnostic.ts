/** Range in a rule text: index of the rule, and UTF-16 columns with exclusive end, from 0. */
export interface TextRange {
  readonly rule: number
  readonly start: number
  readonly end: number
}

/** Classes in KEB's order; an error of any class rejects the ruleset. */
const DIAGNOSTIC_CLASSES = ['parse', 'duplicate', 'ambiguity', 'plan', 'empty', 'advice'] as const

type DiagnosticClass = (typeof DIAGNOSTIC_CLASSES)[number]

/** Class of each code; `advice` is a warning, all others are errors. */
const DIAGNOSTIC_CODES = {
  'plan-missing': 'parse',
  'arrow-repeated': 'parse',
  'parenthesis-repeated': 'parse',
  'parenthesis-unbalanced': 'parse',
  'parenthesis-misplaced': 'parse',
  'text-after-parenthesis': 'parse',
  'attribute-missing': 'parse',
  'attribute-unknown': 'parse',
  'attribute-repeated': 'parse',
  'value-missing': 'parse',
  'value-repeated': 'parse',
  'white-space-inside': 'parse',
  'character-illegal': 'parse',
  'wildcard-everywhere': 'parse',
  'rule-repeated': 'duplicate',
  'rules-ambiguous': 'ambiguity',
  'plan-unknown': 'plan',
  'plan-uncovered': 'plan',
  'ruleset-empty': 'empty',
  'star-is-literal': 'advice',
  'specific-only': 'advice',
  'never-wins': 'advice',
  'output-repeated': 'advice',
  'region-case': 'advice',
  'provider-as-plan': 'advice',
} as const satisfies Record<string, DiagnosticClass>

export type DiagnosticCode = keyof typeof DIAGNOSTIC_CODES

export type Severity = 'error' | 'warning'

type Edit =
  | { readonly kind: 'replace'; readonly range: TextRange; readonly text: string }
  | { readonly kind: 'insert'; readonly before: number; readonly text: string }
  | { readonly kind: 'remove'; readonly rule: number }

/** Edits of the rule texts that resolve a diagnostic; see applyFix. */
export interface Fix {
  readonly title: string
  readonly edits: readonly Edit[]
}

export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly class: DiagnosticClass
  readonly severity: Severity
  readonly message: string
  /** How to resolve it. */
  readonly hint: string | null
  /** Null when the diagnostic concerns the whole ruleset. */
  readonly range: TextRange | null
  /** Ranges of other rules involved. */
  readonly related: readonly TextRange[]
  readonly fix: Fix | null
  /** Plans concerned: the unknown one, or the uncovered ones. */
  readonly plans: readonly string[]
  /** Rule that would resolve an ambiguity, without outputs, in KEB's format: `aws(PR=x,HR=y)`. */
  readonly missing: string | null
}

type Detail = Pick<Diagnostic, 'code' | 'message' | 'range'> & Partial<Diagnostic>

/** Completes a diagnostic with defaults. */
export function diagnostic(detail: Detail): Diagnostic {
  const diagnosticClass = DIAGNOSTIC_CODES[detail.code]
  return {
    class: diagnosticClass,
    severity: diagnosticClass === 'advice' ? 'warning' : 'error',
    hint: null,
    related: [],
    fix: null,
    plans: [],
    missing: null,
    ...detail,
  }
}

/**
 * Orders errors before warnings, then by class and position; diagnostics of the whole ruleset come
 * last in their class.
 */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    DIAGNOSTIC_CLASSES.indexOf(a.class) - DIAGNOSTIC_CLASSES.indexOf(b.class) ||
    (a.range?.rule ?? Number.MAX_SAFE_INTEGER) - (b.range?.rule ?? Number.MAX_SAFE_INTEGER) ||
    (a.range?.start ?? 0) - (b.range?.start ?? 0)
  )
}

/** Whether any diagnostic is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(one => one.severity === 'error')
}

/**
 * Applies a fix to the rule texts, from the last edit to the first so that positions remain valid.
 */
export function applyFix(texts: readonly string[], fix: Fix): readonly string[] {
  const backwards = fix.edits.toReversed().sort((a, b) => positionOf(b) - positionOf(a) || columnOf(b) - columnOf(a))
  return backwards.reduce(applyEdit, texts)
}

function applyEdit(texts: readonly string[], edit: Edit): readonly string[] {
  if (edit.kind === 'insert') return texts.toSpliced(edit.before, 0, edit.text)
  if (edit.kind === 'remove') return texts.toSpliced(edit.rule, 1)
  const { rule, start, end } = edit.range
  return texts.map((text, index) => (index === rule ? text.slice(0, start) + edit.text + text.slice(end) : text))
}

function positionOf(edit: Edit): number {
  if (edit.kind === 'insert') return edit.before
  return edit.kind === 'remove' ? edit.rule : edit.range.rule
}

function columnOf(edit: Edit): number {
  return edit.kind === 'replace' ? edit.range.start : 0
}
