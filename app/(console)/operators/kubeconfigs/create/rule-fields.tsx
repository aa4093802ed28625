import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import type { Marks } from '../../create/marks.ts'
import { shownProblem } from '../../create/shown-problem.ts'
import styles from './create.module.css'
import { problemAt } from './field-problems.ts'
import type { RuleForm } from './request-form.ts'

interface RuleFieldsProps {
  readonly rule: RuleForm
  /** From 1. */
  readonly number: number
  /** Where it stands in the request. */
  readonly path: string
  readonly marks: Marks
  /** Null for the only one. */
  readonly onRemove: (() => void) | null
  readonly onChange: (part: Partial<RuleForm>) => void
}

/** One rule: where, and which verbs on which resources. */
export function RuleFields({ rule, number, path, marks, onRemove, onChange }: RuleFieldsProps) {
  const ofRuleOrResources = marks.problems.filter(({ field }) => field === path || field.startsWith(`${path}.resource`))
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
        <TextField
          label="API groups"
          hint="core, apps, …"
          mono
          value={rule.groups}
          error={problemAt(marks.problems, `${path}.apiGroups`)}
          warning={problemAt(marks.hints, `${path}.apiGroups`)}
          onChange={groups => onChange({ groups })}
        />
        <TextField
          label="Resources"
          hint="in the plural"
          mono
          value={rule.resources}
          error={shownProblem({ ...marks, problems: ofRuleOrResources }, path, rule.resources)}
          warning={problemAt(marks.hints, `${path}.resources`)}
          onChange={resources => onChange({ resources })}
        />
        <TextField
          label="Verbs"
          mono
          value={rule.verbs}
          error={problemAt(marks.problems, `${path}.verbs`)}
          warning={problemAt(marks.hints, `${path}.verbs`)}
          onChange={verbs => onChange({ verbs })}
        />
      </div>
    </fieldset>
  )
}
