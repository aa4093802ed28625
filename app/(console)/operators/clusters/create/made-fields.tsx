import { Checkbox } from '#components/ui/checkbox.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { PROVIDERS } from '#lib/operators/api/custom-resource.ts'
import styles from '../../create/fields.module.css'
import { isKnownKey, type Known, KnownField } from '../../create/known-field.tsx'
import type { Marks } from '../../create/marks.ts'
import { selectorMeaning } from '../../create/selector-meaning.ts'
import { shownProblem } from '../../create/shown-problem.ts'
import type { ClusterForm } from './cluster-form.ts'
import { selectorProblem } from './selector-problem.ts'

interface MadeFieldsProps {
  readonly form: ClusterForm
  readonly marks: Marks
  readonly known: Known
  readonly onChange: (part: Partial<ClusterForm>) => void
}

const OPTIONS = PROVIDERS.map(value => ({ value, label: value }))
const PURPOSES = ['evaluation', 'testing', 'development', 'production'].map(value => ({ value, label: value }))

const SELECTOR_HELP =
  "globalaccount:<id>, shared, or both joined by ||. Without it: an account of the global account's own."

type TextKey = Exclude<keyof ClusterForm, 'brought' | 'euAccess'>

const TEXTS: readonly {
  readonly key: TextKey
  readonly label: string
  readonly hint?: string
  readonly field: string
  readonly numeric?: true
}[] = [
  { key: 'plan', label: 'Plan', hint: 'label', field: 'labels.plan' },
  { key: 'region', label: 'Region', field: 'spec.core.region' },
  { key: 'platformRegion', label: 'Platform region', hint: 'optional', field: 'spec.core.platformRegion' },
  { key: 'machineType', label: 'Machine type', field: 'spec.infrastructure.machineType' },
  { key: 'least', label: 'Machines at least', field: 'spec.infrastructure.autoScalerMin', numeric: true },
  { key: 'most', label: 'Machines at most', field: 'spec.infrastructure.autoScalerMax', numeric: true },
  { key: 'zones', label: 'Zones', field: 'spec.infrastructure.numberOfZones', numeric: true },
]

/** What a cluster is to be that is made here. */
export function MadeFields({ form, marks, known, onChange }: MadeFieldsProps) {
  return (
    <>
      <div className={styles.fields}>
        <Select
          label="Provider"
          mono
          value={form.provider}
          options={OPTIONS}
          onChange={provider => onChange({ provider })}
        />
        <Select label="Purpose" value={form.purpose} options={PURPOSES} onChange={purpose => onChange({ purpose })} />
        {TEXTS.map(({ key, label, hint, field, numeric }) => {
          const shown = {
            label,
            hint,
            value: form[key],
            error: shownProblem(marks, field, form[key]),
            onChange: (value: string) => onChange({ [key]: value }),
          }
          if (isKnownKey(key))
            return <KnownField key={key} {...shown} field={key} known={known} provider={form.provider} />
          return (
            <TextField
              key={key}
              {...shown}
              mono
              autoComplete="off"
              {...(numeric && { inputMode: 'numeric' as const })}
            />
          )
        })}
      </div>
      <TextField
        label="Accounts it may use"
        hint="optional"
        help={selectorMeaning(form.selector) ?? SELECTOR_HELP}
        mono
        autoComplete="off"
        value={form.selector}
        error={selectorProblem(form, marks)}
        onChange={selector => onChange({ selector })}
      />
      <Checkbox
        label="The account must have EU access (only looked at without a plan)"
        checked={form.euAccess}
        onChange={euAccess => onChange({ euAccess })}
      />
    </>
  )
}
