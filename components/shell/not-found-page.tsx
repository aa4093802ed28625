import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHead } from './page-head.tsx'

interface NotFoundPageProps {
  readonly title: string
  /** Links to other pages. */
  readonly actions: ReactNode
  /** Possible reasons. */
  readonly children: ReactNode
}

/** Replaces an object that does not exist. */
export function NotFoundPage({ title, actions, children }: NotFoundPageProps) {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState reason="empty" title={title} actions={actions}>
        {children}
      </EmptyState>
    </>
  )
}
