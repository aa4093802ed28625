'use client'

import { Button } from '#components/ui/button.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { paths } from '#lib/paths.ts'
import type { Person } from '../../../person.ts'
import { createKubeconfigResource } from '../../actions.ts'
import { CreationDialog } from '../../create/creation-dialog.tsx'
import { type FormProblems, formatProblemsAt, formatShownProblem } from '../../create/field-problems.ts'
import styles from './create.module.css'
import {
  buildRequest,
  type ClusterChoice,
  createForm,
  createRule,
  findRequestProblems,
  formatCluster,
  getDefaultCluster,
  getRulePaths,
  type RuleForm,
} from './request-form.ts'

interface CreateKubeconfigDialogProps {
  readonly person: Person
  /** Sorted by name. */
  readonly clusters: readonly ClusterChoice[]
  readonly onClose: () => void
}

/** Creates a KubeconfigRequest. The preview validates fields and access policy, rule by rule. */
export function CreateKubeconfigDialog({ person, clusters, onClose }: CreateKubeconfigDialogProps) {
  const { form, change, touched, forget } = useTabForm(
    `hap-operators form ${person.name} kubeconfig`,
    createForm(getDefaultCluster(clusters)),
  )
  const { rules } = form
  const rulePaths = getRulePaths(rules)
  const addRule = () => change({ rules: [...rules, createRule(Math.max(...rules.map(({ key }) => key)) + 1)] })
  return (
    <CreationDialog
      list="operators/kubeconfigs"
      create={createKubeconfigResource}
      what="KubeconfigRequest"
      description="The operator creates a service account limited to these rules and stores its kubeconfig in a Secret next to the request."
      person={person}
      order={buildRequest(form)}
      own={findRequestProblems(form)}
      touched={touched}
      href={paths.operators('kubeconfigs', { act: 'create' })}
      onClose={() => {
        forget()
        onClose()
      }}
    >
      {marks => (
        <>
          <div className={styles.fields}>
            <TextField
              label="Name"
              mono
              autoFocus
              value={form.name}
              error={formatShownProblem(marks, 'name', form.name)}
              onChange={name => change({ name })}
            />
            <Select
              label="Cluster"
              mono
              value={form.cluster}
              options={clusters.map(each => ({ value: each.name, label: formatCluster(each) }))}
              error={formatProblemsAt(marks.problems, 'spec.cluster')}
              warning={formatProblemsAt(marks.hints, 'spec.cluster')}
              onChange={cluster => change({ cluster })}
            />
            <TextField
              label="Lifetime"
              hint="hours"
              inputMode="decimal"
              value={form.hours}
              error={formatProblemsAt(marks.problems, 'spec.expiration')}
              onChange={hours => change({ hours })}
            />
          </div>
          {rules.map((rule, index) => (
            <RuleFields
              key={rule.key}
              rule={rule}
              number={index + 1}
              path={rulePaths.get(rule.key) ?? ''}
              marks={marks}
              onRemove={
                rules.length === 1 ? null : () => change({ rules: rules.filter(({ key }) => key !== rule.key) })
              }
              onChange={part => change({ rules: rules.map(each => (each === rule ? { ...each, ...part } : each)) })}
            />
          ))}
          {rules.some(({ namespaced }) => namespaced) && (
            <TextField
              label="Namespace"
              hint="in the cluster"
              mono
              value={form.namespace}
              error={formatShownProblem(marks, 'spec.role.namespace', form.namespace)}
              onChange={namespace => change({ namespace })}
            />
          )}
          <div>
            <Button size="small" onClick={addRule}>
              Add rule
            </Button>
          </div>
        </>
      )}
    </CreationDialog>
  )
}

interface RuleFieldsProps {
  readonly rule: RuleForm
  /** Position in the form, from 1. */
  readonly number: number
  /** Path of the rule in the request, as the API reports problems. */
  readonly path: string
  readonly marks: FormProblems
  /** Null for the last remaining rule. */
  readonly onRemove: (() => void) | null
  readonly onChange: (part: Partial<RuleForm>) => void
}

/** Fields of one rule: scope, API groups, resources and verbs. */
function RuleFields({ rule, number, path, marks, onRemove, onChange }: RuleFieldsProps) {
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
          error={formatProblemsAt(marks.problems, `${path}.apiGroups`)}
          warning={formatProblemsAt(marks.hints, `${path}.apiGroups`)}
          onChange={groups => onChange({ groups })}
        />
        <TextField
          label="Resources"
          hint="plural, lower case"
          mono
          value={rule.resources}
          error={formatShownProblem({ ...marks, problems: ofRuleOrResources }, path, rule.resources)}
          warning={formatProblemsAt(marks.hints, `${path}.resources`)}
          onChange={resources => onChange({ resources })}
        />
        <TextField
          label="Verbs"
          mono
          value={rule.verbs}
          error={formatProblemsAt(marks.problems, `${path}.verbs`)}
          warning={formatProblemsAt(marks.hints, `${path}.verbs`)}
          onChange={verbs => onChange({ verbs })}
        />
      </div>
    </fieldset>
  )
}
