'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue } from 'react'
import { globalAccountsLikeQuery } from '#app/data/global-account-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { Combobox } from '#components/ui/combobox.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { type Plan, planAllowsProvider } from '#lib/hap/plans/plan.ts'
import { labelValueProblem } from '#lib/hap/pools/labels.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import type { Request } from '#lib/hap/request.ts'
import type { KnownRegions, RequestOptions } from '#lib/queries/simulator/request-options.ts'
import type { DecisionView, Simulation } from '#lib/queries/simulator/simulate.ts'
import { formatPlural } from '#lib/util/format.ts'
import { findPlan, findPlansByPrefix, type RequestField } from './request-text.ts'
import styles from './simulator.module.css'

interface RequestFormProps {
  /** The texts as typed. */
  readonly texts: Request
  /** The evaluated provider, chosen or determined by the plan. */
  readonly provider: string
  readonly options: RequestOptions
  readonly simulation: Simulation | null
  readonly onChange: (field: RequestField, text: string) => void
  readonly onReset: () => void
  /** Content below the fields. */
  readonly children: ReactNode
}

/** Edits the request with completion from the inventory. Every change is evaluated at once. */
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
          error={isWrongPlan(texts.plan.trim(), options.plans) ? 'Unknown plan.' : undefined}
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
        <Button onClick={onReset} disabledReason={empty ? 'No fields are filled in.' : null}>
          Reset
        </Button>
        <p className={styles.note}>Read-only. Uses the live rules and inventory.</p>
      </div>
    </form>
  )
}

/** A prefix of a plan name may still be completed. */
function isWrongPlan(name: string, plans: RequestOptions['plans']): boolean {
  return name !== '' && !findPlan(name, plans) && findPlansByPrefix(name, plans).length === 0
}

interface GlobalAccountFieldProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly simulation: Simulation | null
}

/** Completes global accounts of the inventory, and says what the decision knows about this one. */
function GlobalAccountField({ value, onChange, simulation }: GlobalAccountFieldProps) {
  const start = useDeferredValue(value.trim())
  const { data } = useQuery({ ...globalAccountsLikeQuery(start), enabled: labelValueProblem(start) === undefined })
  const known = data?.globalAccounts ?? []
  return (
    <Combobox
      label="Global account"
      value={value}
      onChange={onChange}
      suggestions={known.map(({ id, accounts, shoots }) => ({
        value: id,
        note: `${formatPlural(accounts, 'account')}, ${formatPlural(shoots, 'shoot')}`,
      }))}
      error={labelValueProblem(value)}
      help={simulation ? ownership(simulation.decision) : 'Suggestions come from the inventory'}
      mono
    />
  )
}

function ownership({ request, pool, steps, onAllowlist }: DecisionView): string {
  const allowed = onAllowlist ? 'multiple accounts allowed' : 'one account allowed'
  const own = steps.find(({ purpose }) => purpose === 'reuse')
  if (request.globalAccount === '') return 'Suggestions come from the inventory'
  if (!own || !pool) return capitalize(allowed)
  return `Owns ${formatPlural(own.accounts, 'account')} in ${poolName(pool)}, ${allowed}`
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

interface ProviderFieldProps {
  /** The chosen provider; empty while the plan determines it. */
  readonly text: string
  /** The evaluated provider. */
  readonly provider: string
  /** Undefined for an unknown plan. */
  readonly plan: Plan | undefined
  readonly known: KnownRegions
  readonly onChange: (text: string) => void
}

/**
 * Shows the plan's only provider, offers its several ones, or accepts any text when the plan allows
 * any provider. A wrong provider from a link can be changed.
 */
function ProviderField({ text, provider, plan, known, onChange }: ProviderFieldProps) {
  const common = { label: 'Provider', mono: true }
  if (plan?.providers === null) {
    const suggestions = known.hyperscaler.map(each => ({ value: each.provider }))
    return <Combobox {...common} value={text} onChange={onChange} suggestions={suggestions} />
  }
  const providers = plan?.providers ?? []
  if (providers.length < 2 && (text === '' || providers[0] === text)) {
    return <TextField {...common} hint="from the plan" value={provider} />
  }
  const wrong = plan !== undefined && !planAllowsProvider(plan, provider)
  const choices = providers.includes(provider) ? providers : [...providers, provider]
  return (
    <Select
      {...common}
      value={provider}
      onChange={chosen => onChange(chosen === providers[0] ? '' : chosen)}
      options={choices.map(value => ({ value, label: value }))}
      error={wrong ? `Plan ${plan.name} does not support this provider.` : undefined}
    />
  )
}
