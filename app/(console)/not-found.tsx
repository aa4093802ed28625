import { PageHead } from '#components/shell/page-head.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

/** Replaces a page that does not exist. */
export default function NotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        reason="empty"
        title="Page not found"
        actions={
          <>
            <ButtonLink href={paths.overview()}>Overview</ButtonLink>
            <ButtonLink href={paths.bindings()}>All bindings</ButtonLink>
          </>
        }
      >
        Check the address.
      </EmptyState>
    </>
  )
}
