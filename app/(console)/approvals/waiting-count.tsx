'use client'

import { useQuery } from '@tanstack/react-query'
import { waitingApprovalsQuery } from '#app/data/approval-queries.ts'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { formatCount } from '#lib/util/format.ts'
import styles from './approvals.module.css'
import { useTwoPersons } from './two-persons.tsx'

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
