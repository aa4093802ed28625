import {
  type Expectation,
  type ExpectationKind,
  formatExpectationText,
  type PinnedCase,
  parseExpectationText,
} from '#lib/hap/cases/pinned-case.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import type { Policy } from '#lib/hap/semantics.ts'

/** The form fields of a case, as typed. */
export interface CaseForm {
  readonly name: string
  readonly request: PinnedCase['request']
  readonly kind: ExpectationKind
  /** The expected rule, pool or selector; unused when the kind has no text. */
  readonly text: string
}

/** Validation messages by field; null for a valid field. */
interface CaseProblems {
  readonly name: string | null
  readonly plan: string | null
  readonly text: string | null
}

const NEW: CaseForm = {
  name: '',
  request: { plan: '', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: '' },
  kind: 'pool',
  text: '',
}

/** Fills the form with a case; null gives an empty form. */
export function buildCaseForm(pinned: PinnedCase | null): CaseForm {
  if (!pinned) return NEW
  const { name, request, expected } = pinned
  return { name, request, kind: expected.kind, text: formatExpectationText(expected) }
}

/** Whether an expectation of this kind has a text besides its kind. */
export function hasText(kind: ExpectationKind): kind is 'rule' | 'pool' | 'selector' {
  return kind === 'rule' || kind === 'pool' || kind === 'selector'
}

/** Replaces the expectation in the form. */
export function setExpectation(form: CaseForm, expected: Expectation): CaseForm {
  return { ...form, kind: expected.kind, text: formatExpectationText(expected) }
}

/** Builds the case from the form. Returns null while a field is invalid. */
export function parseCaseForm(form: CaseForm, problems: CaseProblems): PinnedCase | null {
  const expected = parseExpectation(form)
  if (!expected || Object.values(problems).some(problem => problem !== null)) return null
  return { name: form.name.trim(), request: trimRequest(form.request), expected }
}

/** Validates the form. `names` are the names of the other cases. */
export function validateCaseForm(form: CaseForm, names: ReadonlySet<string>, policy: Policy): CaseProblems {
  const name = form.name.trim()
  return {
    name: name === '' ? 'Say in some words what must hold.' : names.has(name) ? 'Another case has this name.' : null,
    plan: form.request.plan.trim() === '' ? 'A request needs a plan.' : null,
    text: validateExpectation(form, policy),
  }
}

function validateExpectation(form: CaseForm, policy: Policy): string | null {
  const { kind, text } = form
  if (!hasText(kind)) return null
  if (text.trim() === '') return `Say which ${kind}.`
  const read = parseExpectationText(kind, text)
  if ('problem' in read) return `${read.problem} ${read.hint}`
  if (kind !== 'rule') return null
  return parseRule(text.trim(), 0, policy).diagnostics.find(({ severity }) => severity === 'error')?.message ?? null
}

function parseExpectation({ kind, text }: CaseForm): Expectation | null {
  if (!hasText(kind)) return { kind }
  const read = parseExpectationText(kind, text)
  return 'expected' in read ? read.expected : null
}

/** Trims every parameter of a request. */
export function trimRequest(request: PinnedCase['request']): PinnedCase['request'] {
  return {
    plan: request.plan.trim(),
    provider: request.provider.trim(),
    platformRegion: request.platformRegion.trim(),
    hyperscalerRegion: request.hyperscalerRegion.trim(),
    globalAccount: request.globalAccount.trim(),
  }
}
