'use client'

import { Segmented } from '#components/ui/segmented.tsx'
import { TextArea } from '#components/ui/text-area.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { roleObstacle } from '#lib/auth/roles.ts'
import { paths } from '#lib/paths.ts'
import type { Person } from '../../../person.ts'
import { CreationDialog } from '../../create/creation-dialog.tsx'
import styles from '../../create/fields.module.css'
import type { Known } from '../../create/known-field.tsx'
import { shownProblem } from '../../create/shown-problem.ts'
import { BroughtFields } from './brought-fields.tsx'
import { clusterOf, NEW_CLUSTER } from './cluster-form.ts'
import { clusterProblems } from './cluster-problems.ts'
import { MadeFields } from './made-fields.tsx'

interface CreateClusterDialogProps {
  readonly person: Person
  readonly known: Known
  readonly onClose: () => void
}

const MADE =
  'The operator finds an account for it, makes its shoot in Gardener, and gives its administrators access. What has no field here can be written with kubectl.'
const BROUGHT =
  'The operator gets in by a kubeconfig in a Secret, and gives its administrators access. It makes no shoot and needs no account.'

/** Asks for a cluster, or brings one. */
export function CreateClusterDialog({ person, known, onClose }: CreateClusterDialogProps) {
  const { form, change, touched, forget } = useTabForm(`hap-operators form ${person.name} cluster`, NEW_CLUSTER)
  return (
    <CreationDialog
      list="operators/clusters"
      what="Cluster"
      description={form.brought ? BROUGHT : MADE}
      person={person}
      order={clusterOf(form)}
      own={clusterProblems(form)}
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
            label="Where the cluster comes from"
            value={form.brought ? 'brought' : 'made'}
            options={[
              { value: 'made', label: 'Make a cluster' },
              { value: 'brought', label: 'Bring one', obstacle: roleObstacle(person.role, NEEDED_ROLES.bringCluster) },
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
              error={shownProblem(marks, 'name', form.name)}
              onChange={name => change({ name })}
            />
            <TextField
              label="Global account"
              hint="label"
              mono
              autoComplete="off"
              value={form.globalAccount}
              error={shownProblem(marks, 'labels.globalaccountid', form.globalAccount)}
              onChange={globalAccount => change({ globalAccount })}
            />
            <TextField
              label="Subaccount"
              hint="label, optional"
              mono
              autoComplete="off"
              value={form.subaccount}
              error={shownProblem(marks, 'labels.subaccountid', form.subaccount)}
              onChange={subaccount => change({ subaccount })}
            />
          </div>
          {form.brought ? (
            <BroughtFields form={form} marks={marks} onChange={change} />
          ) : (
            <MadeFields form={form} marks={marks} known={known} onChange={change} />
          )}
          <TextArea
            label="Administrators"
            hint="optional, one a line"
            value={form.administrators}
            error={shownProblem(marks, 'spec.administrators', form.administrators)}
            onChange={administrators => change({ administrators })}
          />
        </>
      )}
    </CreationDialog>
  )
}
