import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import type { LabelName } from '#lib/hap/pools/labels.ts'
import styles from './act.module.css'

interface RepairFieldsProps {
  readonly undecided: readonly LabelName[]
  /** Whether a person may say whose account it is, also where that has a proposal. */
  readonly tenantOpen: boolean
  readonly labels: LabelChoice
  readonly onChange: (labels: LabelChoice) => void
}

const TEXTS: ReadonlySet<LabelName> = new Set(['hyperscalerType', 'tenantName'])
const FLAG_OPTIONS = [
  { value: '', label: 'Choose' },
  { value: 'true', label: 'true' },
  { value: 'none', label: 'without the label' },
]

/** What only a person can tell of labels that are malformed. */
export function RepairFields({ undecided, tenantOpen, labels, onChange }: RepairFieldsProps) {
  const names: ReadonlySet<LabelName> = new Set([...undecided, ...(tenantOpen ? (['tenantName'] as const) : [])])
  const choose = (name: LabelName, value: string | null | undefined) => {
    const { [name]: _, ...others } = labels
    onChange(value === undefined ? others : { ...others, [name]: value })
  }
  if (names.size === 0) return null
  return (
    <div className={styles.two}>
      {[...names].map(name =>
        TEXTS.has(name) ? (
          <TextField
            key={name}
            label={name}
            hint={undecided.includes(name) ? undefined : 'optional'}
            mono
            value={labels[name] ?? ''}
            onChange={value => choose(name, value === '' ? undefined : value)}
          />
        ) : (
          <Select
            key={name}
            label={name}
            value={labels[name] === null ? 'none' : (labels[name] ?? '')}
            options={FLAG_OPTIONS}
            onChange={value => choose(name, value === '' ? undefined : value === 'none' ? null : value)}
          />
        ),
      )}
    </div>
  )
}
