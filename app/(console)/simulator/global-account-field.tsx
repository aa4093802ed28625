import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { globalAccountsLikeQuery } from '#app/data/global-account-queries.ts'
import { labelValueProblem } from '#components/hap/label-problem.ts'
import { Combobox } from '#components/ui/combobox.tsx'
import { poolName } from '#lib/hap/pools/pool.ts'
import type { DecisionView, Simulation } from '#lib/queries/simulator/simulate.ts'
import { formatPlural } from '#lib/util/format.ts'

interface GlobalAccountFieldProps {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly simulation: Simulation | null
}

/** The global account with those of the inventory that begin like it, and what the decision says about it. */
export function GlobalAccountField({ value, onChange, simulation }: GlobalAccountFieldProps) {
  const start = useDeferredValue(value.trim())
  const { data } = useQuery({ ...globalAccountsLikeQuery(start), enabled: labelValueProblem(start) === undefined })
  const known = data?.globalAccounts ?? []
  return (
    <Combobox
      label="Global account"
      value={value}
      onChange={onChange}
      suggestions={known.map(({ id, bindings, shoots }) => ({
        value: id,
        note: `${formatPlural(bindings, 'account')}, ${formatPlural(shoots, 'shoot')}`,
      }))}
      error={labelValueProblem(value)}
      help={simulation ? ownership(simulation.decision) : 'Completed from the inventory'}
      mono
    />
  )
}

function ownership({ request, pool, steps, onAllowlist }: DecisionView): string {
  const allowed = onAllowlist ? 'several accounts allowed' : 'one account allowed'
  const own = steps.find(({ purpose }) => purpose === 'reuse')
  if (request.globalAccount === '') return 'Completed from the inventory'
  if (!own || !pool) return sentence(allowed)
  return `Owns ${formatPlural(own.selected, 'account')} of ${poolName(pool)}, ${allowed}`
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
