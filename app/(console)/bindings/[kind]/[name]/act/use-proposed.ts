import { useQuery } from '@tanstack/react-query'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { alreadyProposedMessage } from '#lib/hap/actions/job.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'

/**
 * Why an action on one binding cannot be proposed a second time, as a sentence; null while no equal
 * proposal waits.
 */
export function useProposed(action: Action, binding: BindingRef, twoPersons: boolean): string | null {
  const target = bindingKey(binding)
  const { data } = useQuery({ ...waitingApprovalsQuery(target), enabled: twoPersons })
  const same = data?.approvals.find(each => !each.bulk && each.action === action && each.targets.includes(target))
  return same === undefined ? null : alreadyProposedMessage(same.proposer)
}
