import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { rulesQuery } from '#app/data/rules-queries.ts'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.ts'
import { paths } from '#lib/paths.ts'
import type { Simulation } from '#lib/queries/simulator/simulate.ts'

interface PinButtonProps {
  /** The signed-in person, who owns the case until it is published with rules. */
  readonly person: string
  /** Null while the answer does not belong to the current form. */
  readonly simulation: Simulation | null
}

/** Pins the request and its result as a case on the page of the rules. */
export function PinButton({ person, simulation }: PinButtonProps) {
  const router = useRouter()
  const queries = useQueryClient()
  const pin = async ({ decision }: Simulation) => {
    try {
      const { pinCase } = await import('./pin-case.ts')
      const { pinned } = await queries.fetchQuery({ ...rulesQuery(), staleTime: 0 })
      const done = pinCase(person, pinned, decision.request, decision)
      if ('problem' in done) return showToast({ text: 'Not pinned.', detail: done.problem, failed: true })
      const show = () => router.push(paths.rules({ tab: 'cases' }))
      showToast({ text: `Pinned “${done.name}”.`, action: { label: 'Show cases', run: show } })
    } catch {
      showToast({ text: 'Not pinned: the console is not responding. Try it again.', failed: true })
    }
  }
  return (
    <Button
      disabledReason={simulation ? null : 'Fill in a request first.'}
      onClick={() => simulation && void pin(simulation)}
    >
      Pin as case
    </Button>
  )
}
