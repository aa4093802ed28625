'use client'

import { Button } from '#components/ui/button.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { paths } from '#lib/paths.ts'
import type { Person } from '../../../person.ts'
import { CreationDialog } from '../../create/creation-dialog.tsx'
import { shownProblem } from '../../create/shown-problem.ts'
import { type ClusterChoice, clusterLabel, firstChoice } from './cluster-choice.ts'
import styles from './create.module.css'
import { problemAt } from './field-problems.ts'
import { newForm, newRule, pathsOfRules, requestOf } from './request-form.ts'
import { requestProblems } from './request-problems.ts'
import { RuleFields } from './rule-fields.tsx'

interface CreateDialogProps {
  readonly person: Person
  /** By name. */
  readonly clusters: readonly ClusterChoice[]
  readonly onClose: () => void
}

/** Asks for access to a cluster. Policy is judged with the rest while it is typed, rule by rule. */
export function CreateDialog({ person, clusters, onClose }: CreateDialogProps) {
  const { form, change, touched, forget } = useTabForm(
    `hap-operators form ${person.name} kubeconfig`,
    newForm(firstChoice(clusters)),
  )
  const { rules } = form
  const rulePaths = pathsOfRules(rules)
  const addRule = () => change({ rules: [...rules, newRule(Math.max(...rules.map(({ key }) => key)) + 1)] })
  return (
    <CreationDialog
      list="operators/kubeconfigs"
      what="KubeconfigRequest"
      description="The operator makes an account in the cluster that may do what the rules say and no more, and puts its kubeconfig into a Secret beside the request."
      person={person}
      order={requestOf(form)}
      own={requestProblems(form)}
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
              error={shownProblem(marks, 'name', form.name)}
              onChange={name => change({ name })}
            />
            <Select
              label="Cluster"
              mono
              value={form.cluster}
              options={clusters.map(each => ({ value: each.name, label: clusterLabel(each) }))}
              error={problemAt(marks.problems, 'spec.cluster')}
              warning={problemAt(marks.hints, 'spec.cluster')}
              onChange={cluster => change({ cluster })}
            />
            <TextField
              label="Lifetime"
              hint="hours"
              inputMode="decimal"
              value={form.hours}
              error={problemAt(marks.problems, 'spec.expiration')}
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
              error={shownProblem(marks, 'spec.role.namespace', form.namespace)}
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
