'use client'

import { useQuery } from '@tanstack/react-query'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import { Message, Strip } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import { formatProposal } from './approvals/approval-labels.ts'
import { useTwoPersons } from './two-persons.tsx'

/** Waiting proposals for a binding, shown on its page. */
export function PendingApprovals({ binding }: { readonly binding: BindingRef }) {
  const { data } = useQuery({ ...waitingApprovalsQuery(bindingKey(binding)), enabled: useTwoPersons() })
  return data?.approvals.map(approval => (
    <Strip key={approval.id} tone="warn" icon="clock" action={<TextLink href={paths.approvals()}>Approvals</TextLink>}>
      {formatProposal(approval)} was proposed and waits for a second person: {approval.proposer},{' '}
      <RelativeTime at={approval.createdAt} steady />
    </Strip>
  ))
}

/** Explains in an action dialog that the action becomes a proposal. */
export function ProposalNotice() {
  return (
    <Message tone="info" icon="clock">
      This will be proposed, since it is dangerous: nothing is written until a second person approves it, within 24
      hours.
    </Message>
  )
}

/** Replaces that explanation where the same proposal already waits. */
export function DuplicateProposalNotice({ message }: { readonly message: string }) {
  return (
    <Message tone="warn" icon="clock" action={<TextLink href={paths.approvals()}>Open approvals</TextLink>}>
      {message}
    </Message>
  )
}
