import { Combobox } from '#components/ui/combobox.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextField } from '#components/ui/text-field.tsx'
import { type Plan, planAllowsProvider } from '#lib/hap/plans/plan.ts'
import type { KnownRegions } from '#lib/queries/simulator/request-options.ts'

interface ProviderFieldProps {
  /** As chosen; empty while it follows from the plan. */
  readonly text: string
  /** The one that is evaluated. */
  readonly provider: string
  /** Undefined for an unknown plan. */
  readonly plan: Plan | undefined
  readonly known: KnownRegions
  readonly onChange: (text: string) => void
}

/** The provider: said by the plan, chosen where the plan has several, typed where it takes any. A wrong one from a link can be taken back. */
export function ProviderField({ text, provider, plan, known, onChange }: ProviderFieldProps) {
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
      error={wrong ? `Plan ${plan.name} does not run on it.` : undefined}
    />
  )
}
