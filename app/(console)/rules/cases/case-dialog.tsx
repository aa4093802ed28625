import { useMemo, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Combobox } from '#components/ui/combobox.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { ExpectationKind, PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import type { RequestOutcome } from '../evaluation/questions.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useDraft } from '../use-draft.ts'
import {
  buildCaseForm,
  type CaseForm,
  hasText,
  parseCaseForm,
  setExpectation,
  trimRequest,
  validateCaseForm,
} from './case-form.ts'
import styles from './cases.module.css'

const KINDS: readonly { readonly value: ExpectationKind; readonly label: string }[] = [
  { value: 'pool', label: 'Pool' },
  { value: 'rule', label: 'Rule' },
  { value: 'selector', label: 'Selector' },
  { value: 'no-rule', label: 'No rule fits' },
  { value: 'refused', label: 'Refused' },
]

const HINTS: Partial<Record<ExpectationKind, string>> = {
  pool: 'hyperscaler type, then EU, shared',
  rule: 'as it is written, spaces aside',
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
      description="Kept with your draft in this browser tab until you publish it."
      verb={pinned ? 'Keep changes' : 'Add case'}
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
          hint="empty = the first of the plan"
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
            label="Which"
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
          Expect this
        </Button>
      </div>
    </FormDialog>
  )
}

/** Describes the result of the request under the draft. */
function formatOutcome(draft: string | null, { request }: CaseForm, outcome: RequestOutcome | null): string {
  if (draft === null) return 'The draft has errors, so nothing can be said about it.'
  if (request.plan.trim() === '') return 'Name a plan to see what the request gets.'
  return `Under the draft: ${outcome?.label ?? ''}`
}
