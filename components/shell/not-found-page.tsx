import type { ReactNode } from 'react'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { PageHead } from './page-head.tsx'

interface NotFoundPageProps {
  readonly title: string
  /** Where to go from here. */
  readonly actions: ReactNode
  /** Why there may be nothing. */
  readonly children: ReactNode
}

/** In place of something that an address names and that does not exist. */
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
