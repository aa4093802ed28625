import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import styles from './create.module.css'
import type { RuleForm } from './request-form.ts'

interface RuleFieldsProps {
  readonly rule: RuleForm
  /** From 1. */
  readonly number: number
  /** What the server says of it; empty for nothing. */
  readonly problem: string
  /** Null for the only one. */
  readonly onRemove: (() => void) | null
  readonly onChange: (part: Partial<RuleForm>) => void
}

/** One rule: where, and which verbs on which resources. */
export function RuleFields({ rule, number, problem, onRemove, onChange }: RuleFieldsProps) {
  return (
    <fieldset className={styles.rule}>
      <legend>Rule {number}</legend>
      <div className={styles.ruleHead}>
        <Segmented
          label={`Where rule ${number} applies`}
          value={rule.namespaced ? 'namespace' : 'cluster'}
          options={[
            { value: 'cluster', label: 'Whole cluster' },
            { value: 'namespace', label: 'One namespace' },
          ]}
          onChange={value => onChange({ namespaced: value === 'namespace' })}
        />
        {onRemove && (
          <Button size="small" look="ghost" onClick={onRemove}>
            Remove rule {number}
          </Button>
        )}
      </div>
      <div className={styles.fields}>
        <TextField label="API groups" mono value={rule.groups} onChange={groups => onChange({ groups })} />
        <TextField
          label="Resources"
          mono
          value={rule.resources}
          error={problem || undefined}
          onChange={resources => onChange({ resources })}
        />
        <TextField label="Verbs" mono value={rule.verbs} onChange={verbs => onChange({ verbs })} />
      </div>
    </fieldset>
  )
}
