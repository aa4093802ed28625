'use client'

import { Checkbox } from '#components/ui/checkbox.tsx'
import { Segmented } from '#components/ui/segmented.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextArea, TextField } from '#components/ui/text-field.tsx'
import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleDisabledReason } from '#lib/auth/roles.ts'
import { PROVIDERS } from '#lib/operators/api/custom-resource.ts'
import { paths } from '#lib/paths.ts'
import type { Person } from '../../../person.ts'
import { createClusterResource } from '../../actions.ts'
import { CreationDialog } from '../../create/creation-dialog.tsx'
import { type FormProblems, formatShownProblem } from '../../create/field-problems.ts'
import styles from '../../create/fields.module.css'
import { formatSelector, isKnownKey, KnownField, type KnownValues } from '../../create/spec-fields.tsx'
import {
  buildCluster,
  type ClusterForm,
  findClusterProblems,
  formatSelectorProblem,
  NEW_CLUSTER,
} from './cluster-form.ts'

interface CreateClusterDialogProps {
  readonly person: Person
  readonly known: KnownValues
  readonly onClose: () => void
}

const MANAGED_DESCRIPTION =
  'The operator assigns an account, creates the shoot and grants the administrators access. Use kubectl for fields not shown here.'
const IMPORTED_DESCRIPTION =
  'The operator connects with the kubeconfig in a Secret and grants the administrators access. It creates no shoot and needs no account.'

/** Creates a Cluster: managed, or imported with a kubeconfig. */
export function CreateClusterDialog({ person, known, onClose }: CreateClusterDialogProps) {
  const { form, change, touched, forget } = useTabForm(`hap-operators form ${person.name} cluster`, NEW_CLUSTER)
  return (
    <CreationDialog
      list="operators/clusters"
      create={createClusterResource}
      what="Cluster"
      description={form.brought ? IMPORTED_DESCRIPTION : MANAGED_DESCRIPTION}
      person={person}
      order={buildCluster(form)}
      own={findClusterProblems(form)}
      touched={touched}
      href={paths.operators('clusters', { act: 'create' })}
      onClose={() => {
        forget()
        onClose()
      }}
    >
      {marks => (
        <>
          <Segmented
            label="Type of cluster"
            value={form.brought ? 'brought' : 'made'}
            options={[
              { value: 'made', label: 'Create' },
              {
                value: 'brought',
                label: 'Import existing',
                disabledReason: roleDisabledReason(person.role, NEEDED_ROLES.bringCluster),
              },
            ]}
            onChange={value => change({ brought: value === 'brought' })}
          />
          <div className={styles.fields}>
            <TextField
              label="Name"
              mono
              autoFocus
              autoComplete="off"
              value={form.name}
              error={formatShownProblem(marks, 'name', form.name)}
              onChange={name => change({ name })}
            />
            <TextField
              label="Global account"
              hint="label"
              mono
              autoComplete="off"
              value={form.globalAccount}
              error={formatShownProblem(marks, 'labels.globalaccountid', form.globalAccount)}
              onChange={globalAccount => change({ globalAccount })}
            />
            <TextField
              label="Subaccount"
              hint="label, optional"
              mono
              autoComplete="off"
              value={form.subaccount}
              error={formatShownProblem(marks, 'labels.subaccountid', form.subaccount)}
              onChange={subaccount => change({ subaccount })}
            />
          </div>
          {form.brought ? (
            <ImportedFields form={form} marks={marks} onChange={change} />
          ) : (
            <ManagedFields form={form} marks={marks} known={known} onChange={change} />
          )}
          <TextArea
            label="Administrators"
            hint="optional, one per line"
            value={form.administrators}
            error={formatShownProblem(marks, 'spec.administrators', form.administrators)}
            onChange={administrators => change({ administrators })}
          />
        </>
      )}
    </CreationDialog>
  )
}

interface ManagedFieldsProps {
  readonly form: ClusterForm
  readonly marks: FormProblems
  readonly known: KnownValues
  readonly onChange: (part: Partial<ClusterForm>) => void
}

const OPTIONS = PROVIDERS.map(value => ({ value, label: value }))
const PURPOSES = ['evaluation', 'testing', 'development', 'production'].map(value => ({ value, label: value }))

const SELECTOR_HELP = 'globalaccount:<id>, shared, or both joined by ||. Empty: accounts owned by the global account.'

type TextKey = Exclude<keyof ClusterForm, 'brought' | 'euAccess'>

const TEXT_FIELDS: readonly {
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
  { key: 'least', label: 'Minimum nodes', field: 'spec.infrastructure.autoScalerMin', numeric: true },
  { key: 'most', label: 'Maximum nodes', field: 'spec.infrastructure.autoScalerMax', numeric: true },
  { key: 'zones', label: 'Zones', field: 'spec.infrastructure.numberOfZones', numeric: true },
]

/** Fields of a managed cluster. */
function ManagedFields({ form, marks, known, onChange }: ManagedFieldsProps) {
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
        {TEXT_FIELDS.map(({ key, label, hint, field, numeric }) => {
          const shown = {
            label,
            hint,
            value: form[key],
            error: formatShownProblem(marks, field, form[key]),
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
        label="Account selector"
        hint="optional"
        help={formatSelector(form.selector) ?? SELECTOR_HELP}
        mono
        autoComplete="off"
        value={form.selector}
        error={formatSelectorProblem(form, marks)}
        onChange={selector => onChange({ selector })}
      />
      <Checkbox
        label="Require EU access (ignored when a plan is set)"
        checked={form.euAccess}
        onChange={euAccess => onChange({ euAccess })}
      />
    </>
  )
}

interface ImportedFieldsProps {
  readonly form: ClusterForm
  readonly marks: FormProblems
  readonly onChange: (part: Partial<ClusterForm>) => void
}

/** Fields of an imported cluster: the Secret with its kubeconfig. */
function ImportedFields({ form, marks, onChange }: ImportedFieldsProps) {
  return (
    <div className={styles.fields}>
      <TextField
        label="Kubeconfig Secret"
        help="A Secret in the namespace of the Cluster, used for nothing else. Secrets of Gardener, Kyma or kubeconfig requests are refused."
        mono
        autoComplete="off"
        value={form.secretName}
        error={formatShownProblem(marks, 'spec.kubeconfigSecretRef.name', form.secretName)}
        onChange={secretName => onChange({ secretName })}
      />
      <TextField
        label="Key"
        hint="in the Secret"
        mono
        autoComplete="off"
        value={form.secretKey}
        error={formatShownProblem(marks, 'spec.kubeconfigSecretRef.key', form.secretKey)}
        onChange={secretKey => onChange({ secretKey })}
      />
    </div>
  )
}
