import { labelProblem } from '#components/hap/label-problem.ts'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { LabelChoice } from '#lib/hap/actions/repair.ts'
import type { LabelName } from '#lib/hap/pools/labels.ts'
import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import styles from './act.module.css'
import { ClusterOwners } from './cluster-owners.tsx'

interface RepairFieldsProps {
  readonly offer: Pick<ActionOffer, 'undecided' | 'open' | 'owners'>
  readonly labels: LabelChoice
  readonly onChange: (labels: LabelChoice) => void
}

const TEXTS: ReadonlySet<LabelName> = new Set(['hyperscalerType', 'tenantName'])
const CHOOSE = { value: '', label: 'Choose' }
const TRUE = { value: 'true', label: 'true' }
const NONE = { value: 'none', label: 'without the label' }

/** Fields for malformed labels that a person has to set or may override. */
export function RepairFields({ offer: { undecided, open, owners }, labels, onChange }: RepairFieldsProps) {
  const names: ReadonlySet<LabelName> = new Set([...undecided, ...open])
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
            help={
              name === 'tenantName' && owners.length > 0 ? (
                <ClusterOwners owners={owners} onChoose={owner => choose(name, owner)} />
              ) : undefined
            }
            error={labelProblem(labels[name] ?? '')}
            mono
            value={labels[name] ?? ''}
            onChange={value => choose(name, value === '' ? undefined : value)}
          />
        ) : (
          <Select
            key={name}
            label={name}
            value={labels[name] === null || !(undecided.includes(name) || labels[name]) ? 'none' : (labels[name] ?? '')}
            options={undecided.includes(name) ? [CHOOSE, TRUE, NONE] : [NONE, TRUE]}
            onChange={value => choose(name, value === '' ? undefined : value === 'none' ? null : value)}
          />
        ),
      )}
    </div>
  )
}
