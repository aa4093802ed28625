'use client'

import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext } from 'react'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { formatCount } from '#lib/util/format.ts'
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
