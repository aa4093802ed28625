import { useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Combobox } from '#components/ui/combobox.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import {
  type Expectation,
  type ExpectationKind,
  formatExpectationText,
  type PinnedCase,
  parseExpectationText,
} from '#lib/hap/cases/pinned-case.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { type Policy, policyOf } from '#lib/hap/semantics.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import type { RequestOutcome } from '../evaluation/questions.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useDraft } from '../use-draft.tsx'
import styles from './cases.module.css'

const KINDS: readonly { readonly value: ExpectationKind; readonly label: string }[] = [
  { value: 'pool', label: 'Pool' },
  { value: 'rule', label: 'Rule' },
  { value: 'selector', label: 'Selector' },
  { value: 'no-rule', label: 'No matching rule' },
  { value: 'refused', label: 'Refused' },
]

const HINTS: Partial<Record<ExpectationKind, string>> = {
  pool: 'hyperscaler type, then EU, shared',
  rule: 'exact text, ignoring spaces',
  selector: 'in any order',
}

interface CaseDialogProps {
  /** Null creates a new case. */
  readonly pinned: PinnedCase | null
  readonly others: readonly PinnedCase[]
  readonly onSave: (pinned: PinnedCase) => Promise<void>
  readonly onClose: () => void
}

/** Edits one case: its name, its request, and the expected result. */
export function CaseDialog({ pinned, others, onSave, onClose }: CaseDialogProps) {
  const { checked, inForce } = useDraft()
  const [form, setForm] = useState<CaseForm>(() => buildCaseForm(pinned))
  const [touched, setTouched] = useState(false)
  const problems = validateCaseForm(form, new Set(others.map(({ name }) => name)), policyOf(inForce.semantics))
  const result = parseCaseForm(form, problems)
  const draft = checked?.valid ? checked.id : null
  const input = useMemo(() => {
    const request = trimRequest(form.request)
    return draft === null || request.plan === ''
      ? null
      : { draft, request, kind: hasText(form.kind) ? form.kind : 'pool' }
  }, [draft, form])
  const outcome = useAnswer('outcome', input)
  const expectOutcome = async () => {
    const current = input && (await evaluation.ask('outcome', input).catch(() => null))
    if (!current) return
    setForm(last => setExpectation(last, current.expected))
    setTouched(true)
  }
  const set = (part: Partial<CaseForm>) => {
    setForm({ ...form, ...part })
    setTouched(true)
  }
  const ask = (part: Partial<PinnedCase['request']>) => set({ request: { ...form.request, ...part } })
  const provider =
    form.request.provider.trim() || inForce.plans.find(({ name }) => name === form.request.plan)?.providers?.[0]
  const regions = inForce.regions.hyperscaler.find(known => known.provider === provider)?.regions ?? []
  const firstProblem = problems.name ?? problems.plan ?? problems.text
  return (
    <FormDialog
      title={pinned ? 'Edit case' : 'Add case'}
      description="Stored with your draft in this browser tab until you publish."
      verb={pinned ? 'Save changes' : 'Add case'}
      disabledReason={result ? null : firstProblem}
      touched={touched}
      onSubmit={async () => {
        if (result) await onSave(result)
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={form.name}
        onChange={name => set({ name })}
        maxLength={300}
        autoFocus
        error={touched && form.name !== '' ? problems.name : null}
      />
      <div className={styles.fields}>
        <Combobox
          label="Plan"
          value={form.request.plan}
          onChange={plan => ask({ plan })}
          suggestions={inForce.plans.map(({ name }) => ({ value: name }))}
          mono
        />
        <Combobox
          label="Provider"
          hint="empty: default provider"
          value={form.request.provider}
          onChange={value => ask({ provider: value })}
          suggestions={inForce.regions.hyperscaler.map(known => ({ value: known.provider }))}
          mono
        />
        <Combobox
          label="Platform region"
          hint="PR"
          value={form.request.platformRegion}
          onChange={platformRegion => ask({ platformRegion })}
          suggestions={inForce.regions.platform.map(value => ({ value }))}
          mono
        />
        <Combobox
          label="Hyperscaler region"
          hint="HR"
          value={form.request.hyperscalerRegion}
          onChange={hyperscalerRegion => ask({ hyperscalerRegion })}
          suggestions={regions.map(value => ({ value }))}
          mono
        />
      </div>
      <div className={styles.fields}>
        <Select
          label="Expected"
          value={form.kind}
          options={KINDS}
          onChange={value => set({ kind: KINDS.find(kind => kind.value === value)?.value ?? 'pool' })}
        />
        {hasText(form.kind) && (
          <TextField
            label={`Expected ${form.kind}`}
            hint={HINTS[form.kind]}
            value={form.text}
            onChange={text => set({ text })}
            maxLength={1_000}
            mono
            error={form.text === '' ? null : problems.text}
          />
        )}
      </div>
      <div className={styles.now}>
        <span>{formatOutcome(draft, form, outcome)}</span>
        <Button
          size="small"
          disabledReason={draft === null ? 'The draft has errors.' : problems.plan}
          onClick={() => void expectOutcome()}
        >
          {' '}
          Use this result
        </Button>
      </div>
    </FormDialog>
  )
}

/** Describes the result of the request under the draft. */
function formatOutcome(draft: string | null, { request }: CaseForm, outcome: RequestOutcome | null): string {
  if (draft === null) return 'The draft has errors, so there is no result.'
  if (request.plan.trim() === '') return 'Select a plan to preview the result.'
  return `Result with the draft: ${outcome?.label ?? ''}`
}

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
function hasText(kind: ExpectationKind): kind is 'rule' | 'pool' | 'selector' {
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
    name: name === '' ? 'Describe the case.' : names.has(name) ? 'Another case has this name.' : null,
    plan: form.request.plan.trim() === '' ? 'Enter a plan.' : null,
    text: validateExpectation(form, policy),
  }
}

function validateExpectation(form: CaseForm, policy: Policy): string | null {
  const { kind, text } = form
  if (!hasText(kind)) return null
  if (text.trim() === '') return `Enter a ${kind}.`
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
function trimRequest(request: PinnedCase['request']): PinnedCase['request'] {
  return {
    plan: request.plan.trim(),
    provider: request.provider.trim(),
    platformRegion: request.platformRegion.trim(),
    hyperscalerRegion: request.hyperscalerRegion.trim(),
    globalAccount: request.globalAccount.trim(),
  }
}
