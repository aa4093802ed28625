'use client'

import { Checkbox } from '#components/ui/checkbox.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { useTabForm } from '#components/ui/use-tab-draft.ts'
import { PROVIDERS } from '#lib/operators/api/custom-resource.ts'
import { paths } from '#lib/paths.ts'
import type { Person } from '../../../person.ts'
import { createSubscriptionResource } from '../../actions.ts'
import { CreationDialog } from '../../create/creation-dialog.tsx'
import { formatShownProblem } from '../../create/field-problems.ts'
import styles from '../../create/fields.module.css'
import { formatSelector, isKnownKey, KnownField, type KnownValues } from '../../create/spec-fields.tsx'
import { buildSubscription, findSubscriptionProblems, NEW_SUBSCRIPTION } from './subscription-form.ts'

interface CreateSubscriptionDialogProps {
  readonly person: Person
  readonly known: KnownValues
  readonly onClose: () => void
}

const DESCRIPTION =
  'The operator assigns an account and writes its binding to the status. While the pool is empty, the request waits in the queue.'

const OPTIONS = PROVIDERS.map(value => ({ value, label: value }))

const SELECTOR_HELP = 'globalaccount:<id>, shared, or both joined by ||, evaluated from left to right.'

const OPTIONAL = [
  { key: 'plan', label: 'Plan' },
  { key: 'region', label: 'Region' },
  { key: 'platformRegion', label: 'Platform region' },
  { key: 'cluster', label: 'Shoot' },
] as const

/** Creates a SubscriptionRequest. */
export function CreateSubscriptionDialog({ person, known, onClose }: CreateSubscriptionDialogProps) {
  const { form, change, touched, forget } = useTabForm(
    `hap-operators form ${person.name} subscription`,
    NEW_SUBSCRIPTION,
  )
  return (
    <CreationDialog
      list="operators/subscription-requests"
      create={createSubscriptionResource}
      what="subscription request"
      description={DESCRIPTION}
      person={person}
      order={buildSubscription(form)}
      own={findSubscriptionProblems(form)}
      touched={touched}
      href={paths.operators('subscription-requests', { act: 'create' })}
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
              autoComplete="off"
              value={form.name}
              error={formatShownProblem(marks, 'name', form.name)}
              onChange={name => change({ name })}
            />
            <Select
              label="Provider"
              mono
              value={form.provider}
              options={OPTIONS}
              onChange={provider => change({ provider })}
            />
          </div>
          <TextField
            label="Account selector"
            help={formatSelector(form.selector) ?? SELECTOR_HELP}
            mono
            autoComplete="off"
            value={form.selector}
            error={formatShownProblem(marks, 'spec.subscriptionSelector', form.selector)}
            onChange={selector => change({ selector })}
          />
          <div className={styles.fields}>
            {OPTIONAL.map(({ key, label }) => {
              const shown = {
                label,
                hint: 'optional',
                value: form[key],
                error: formatShownProblem(marks, `spec.${key}`, form[key]),
                onChange: (value: string) => change({ [key]: value }),
              }
              if (isKnownKey(key))
                return <KnownField key={key} {...shown} field={key} known={known} provider={form.provider} />
              return <TextField key={key} {...shown} mono autoComplete="off" />
            })}
          </div>
          <Checkbox
            label="Require EU access (ignored when a plan is set)"
            checked={form.euAccess}
            onChange={euAccess => change({ euAccess })}
          />
        </>
      )}
    </CreationDialog>
  )
}
