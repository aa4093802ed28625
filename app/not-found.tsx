import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

export const metadata = { title: 'Not found' }

/** Shown for an address outside of every page. */
export default function UnknownAddress() {
  return (
    <main>
      <EmptyState
        reason="empty"
        title="Page not found"
        actions={<ButtonLink href={paths.overview()}>Overview</ButtonLink>}
      >
        Check the address.
      </EmptyState>
    </main>
  )
}
