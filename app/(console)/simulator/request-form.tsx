'use client'

import type { ReactNode } from 'react'
import { labelValueProblem } from '#components/hap/label-problem.ts'
import { Button } from '#components/ui/button.tsx'
import { Combobox } from '#components/ui/combobox.tsx'
import type { Request } from '#lib/hap/request.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'
import type { Simulation } from '#lib/queries/simulator/simulate.ts'
import { GlobalAccountField } from './global-account-field.tsx'
import { ProviderField } from './provider-field.tsx'
import { findPlan, plansBegunBy, type RequestField } from './request-text.ts'
import styles from './simulator.module.css'

interface RequestFormProps {
  /** As typed. */
  readonly texts: Request
  /** The provider that is evaluated, chosen or following from the plan. */
  readonly provider: string
  readonly options: RequestOptions
  readonly simulation: Simulation | null
  readonly onChange: (field: RequestField, text: string) => void
  readonly onReset: () => void
  /** Below the fields: what the answer comes from. */
  readonly children: ReactNode
}

/** The request, completed from the inventory. Nothing is sent off: each change is answered at once. */
export function RequestForm({ texts, provider, options, simulation, onChange, onReset, children }: RequestFormProps) {
  const plan = findPlan(texts.plan.trim(), options.plans)
  const regions = options.regions.hyperscaler.find(known => known.provider === provider)?.regions ?? []
  const empty = Object.values(texts).every(text => text === '')
  return (
    <form className={styles.request} aria-label="Request" onSubmit={event => event.preventDefault()}>
      <div className={styles.fields}>
        <Combobox
          label="Plan"
          value={texts.plan}
          onChange={text => onChange('plan', text)}
          suggestions={options.plans.map(({ name, providers }) => ({
            value: name,
            note: providers?.join(', ') ?? 'any',
          }))}
          error={isWrongPlan(texts.plan.trim(), options.plans) ? 'There is no such plan.' : undefined}
          mono
        />
        <ProviderField
          text={texts.provider}
          provider={provider}
          plan={plan}
          known={options.regions}
          onChange={text => onChange('provider', text)}
        />
        <Combobox
          label="Platform region"
          hint="PR"
          value={texts.platformRegion}
          onChange={text => onChange('platformRegion', text)}
          suggestions={options.regions.platform.map(value => ({ value }))}
          error={labelValueProblem(texts.platformRegion)}
          mono
        />
        <Combobox
          label="Hyperscaler region"
          hint="HR"
          value={texts.hyperscalerRegion}
          onChange={text => onChange('hyperscalerRegion', text)}
          suggestions={regions.map(value => ({ value }))}
          error={labelValueProblem(texts.hyperscalerRegion)}
          mono
        />
        <GlobalAccountField
          value={texts.globalAccount}
          onChange={text => onChange('globalAccount', text)}
          simulation={simulation}
        />
      </div>
      <div className={styles.foot}>
        {children}
        <Button onClick={onReset} disabledReason={empty ? 'Nothing is filled in.' : null}>
          Reset
        </Button>
        <p className={styles.note}>
          Nothing is written. The answer comes from the same rules and inventory as every page.
        </p>
      </div>
    </form>
  )
}

/** A name that somebody may still be typing is not wrong yet. */
function isWrongPlan(name: string, plans: RequestOptions['plans']): boolean {
  return name !== '' && !findPlan(name, plans) && plansBegunBy(name, plans).length === 0
}
