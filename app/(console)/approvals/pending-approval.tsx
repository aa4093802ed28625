'use client'

import { useQuery } from '@tanstack/react-query'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import { Strip } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import { whatOf } from './approval-words.ts'
import { useTwoPersons } from './two-persons.tsx'

/** Waiting proposals for a binding, shown on its page. */
export function PendingApproval({ binding }: { readonly binding: BindingRef }) {
  const { data } = useQuery({ ...waitingApprovalsQuery(bindingKey(binding)), enabled: useTwoPersons() })
  return data?.approvals.map(approval => (
    <Strip key={approval.id} tone="warn" icon="clock" action={<TextLink href={paths.approvals()}>Approvals</TextLink>}>
      {whatOf(approval)} was proposed and waits for a second person: {approval.proposer},{' '}
      <RelativeTime at={approval.createdAt} steady />
    </Strip>
  ))
}
