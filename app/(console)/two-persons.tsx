'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import { TextLink } from '#components/ui/links.tsx'
import { Message, Strip } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/util/format.ts'
import { formatProposal } from './approvals/approval-labels.ts'
import styles from './approvals/approvals.module.css'

const TwoPersons = createContext(false)

/** Provides all components below with whether dangerous actions need two persons. */
export function TwoPersonsProvider({ needed, children }: { readonly needed: boolean; readonly children: ReactNode }) {
  return <TwoPersons value={needed}>{children}</TwoPersons>
}

/** Whether dangerous actions become proposals that a second person approves. */
export function useTwoPersons(): boolean {
  return useContext(TwoPersons)
}

/** Number of waiting proposals in the navigation; renders nothing for zero. */
export function WaitingCount() {
  const { data } = useQuery({ ...waitingApprovalsQuery(null), enabled: useTwoPersons() })
  if (!data || data.waiting === 0) return null
  return (
    <span className={styles.count}>
      {formatCount(data.waiting)}
      <VisuallyHidden> waiting</VisuallyHidden>
    </span>
  )
}

/** Waiting proposals for a binding, shown on its page. */
export function PendingApprovals({ binding }: { readonly binding: BindingRef }) {
  const { data } = useQuery({ ...waitingApprovalsQuery(bindingKey(binding)), enabled: useTwoPersons() })
  return data?.approvals.map(approval => (
    <Strip key={approval.id} tone="warn" icon="clock" action={<TextLink href={paths.approvals()}>Approvals</TextLink>}>
      {formatProposal(approval)} is awaiting approval – proposed by {approval.proposer}{' '}
      <RelativeTime at={approval.createdAt} steady />
    </Strip>
  ))
}

/** Explains in an action dialog that the action becomes a proposal. */
export function ProposalNotice() {
  return (
    <Message tone="info" icon="clock">
      This action needs approval. Nothing is written until a second person approves it (within 24 hours).
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
