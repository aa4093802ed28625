import { Combobox } from '#components/ui/combobox.tsx'
import { planAllowsProvider } from '#lib/hap/plans/plan.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { RequestOptions } from '#lib/queries/simulator/request-options.ts'

/** Fields with suggestions from the landscape. */
type KnownKey = 'plan' | 'region' | 'platformRegion'

/** Suggested values; the fields accept any other text too. */
export type KnownValues = Pick<RequestOptions, 'plans' | 'regions'>

interface KnownFieldProps {
  readonly field: KnownKey
  readonly label: string
  readonly hint?: string | undefined
  readonly known: KnownValues
  /** Provider whose regions and plans are suggested. */
  readonly provider: string
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (value: string) => void
}

/** Combobox for a plan or region, with the same suggestions as the simulator. */
export function KnownField({ field, known, provider, ...shown }: KnownFieldProps) {
  return <Combobox {...shown} mono suggestions={listSuggestions(field, known, provider).map(value => ({ value }))} />
}

export function isKnownKey(key: string): key is KnownKey {
  return key === 'plan' || key === 'region' || key === 'platformRegion'
}

/** Lists suggestions. A plan that names no provider fits every provider. */
export function listSuggestions(field: KnownKey, { plans, regions }: KnownValues, provider: string): readonly string[] {
  switch (field) {
    case 'plan':
      return plans.filter(plan => planAllowsProvider(plan, provider)).map(({ name }) => name)
    case 'region':
      return regions.hyperscaler.find(known => known.provider === provider)?.regions ?? []
    case 'platformRegion':
      return regions.platform
  }
}

/** Describes a selector in a sentence; null where it does not parse. */
export function formatSelector(text: string): string | null {
  const parsed = parseSubscriptionSelector(text.trim())
  if (!('selector' in parsed)) return null
  const words = parsed.selector.alternatives.map(alternative =>
    alternative.kind === 'shared' ? 'a shared account' : `an account of global account ${alternative.globalAccount}`,
  )
  const sentence = words.join(', or else ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
