import {
  type Expectation,
  type ExpectationKind,
  formatExpectationText,
  type PinnedCase,
  parseExpectationText,
} from '#lib/hap/cases/pinned-case.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import type { Policy } from '#lib/hap/semantics.ts'

/** A case as it is typed. */
export interface CaseForm {
  readonly name: string
  readonly request: PinnedCase['request']
  readonly kind: ExpectationKind
  /** What stands behind the kind; of no meaning for those without a text. */
  readonly text: string
}

/** What must be corrected before a case can be kept, by field. */
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

/** The form of a case, or of a new one. */
export function formOf(pinned: PinnedCase | null): CaseForm {
  if (!pinned) return NEW
  const { name, request, expected } = pinned
  return { name, request, kind: expected.kind, text: formatExpectationText(expected) }
}

/** Whether an expectation of a kind says more than its kind. */
export function hasText(kind: ExpectationKind): kind is 'rule' | 'pool' | 'selector' {
  return kind === 'rule' || kind === 'pool' || kind === 'selector'
}

/** The form with an expectation. */
export function withExpected(form: CaseForm, expected: Expectation): CaseForm {
  return { ...form, kind: expected.kind, text: formatExpectationText(expected) }
}

/** What a form says; null while a problem is left. */
export function caseOf(form: CaseForm, problems: CaseProblems): PinnedCase | null {
  const expected = expectedBy(form)
  if (!expected || Object.values(problems).some(problem => problem !== null)) return null
  return { name: form.name.trim(), request: trimmed(form.request), expected }
}

/** Everything that is to be corrected; `names`: those of the other cases. */
export function problemsOf(form: CaseForm, names: ReadonlySet<string>, policy: Policy): CaseProblems {
  const name = form.name.trim()
  return {
    name: name === '' ? 'Say in some words what must hold.' : names.has(name) ? 'Another case has this name.' : null,
    plan: form.request.plan.trim() === '' ? 'A request needs a plan.' : null,
    text: textProblem(form, policy),
  }
}

function textProblem(form: CaseForm, policy: Policy): string | null {
  const { kind, text } = form
  if (!hasText(kind)) return null
  if (text.trim() === '') return `Say which ${kind}.`
  const read = parseExpectationText(kind, text)
  if ('problem' in read) return `${read.problem} ${read.hint}`
  if (kind !== 'rule') return null
  return parseRule(text.trim(), 0, policy).diagnostics.find(({ severity }) => severity === 'error')?.message ?? null
}

function expectedBy({ kind, text }: CaseForm): Expectation | null {
  if (!hasText(kind)) return { kind }
  const read = parseExpectationText(kind, text)
  return 'expected' in read ? read.expected : null
}

/** A request without white space nobody means. */
export function trimmed(request: PinnedCase['request']): PinnedCase['request'] {
  return {
    plan: request.plan.trim(),
    provider: request.provider.trim(),
    platformRegion: request.platformRegion.trim(),
    hyperscalerRegion: request.hyperscalerRegion.trim(),
    globalAccount: request.globalAccount.trim(),
  }
}
