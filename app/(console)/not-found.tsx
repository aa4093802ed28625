import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/paths.ts'

/** In place of a page or binding that does not exist. */
export default function NotFound() {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        reason="empty"
        title="Nothing is here"
        actions={<ButtonLink href={paths.bindings()}>All bindings</ButtonLink>}
      >
        It may have been deleted. Check the address.
      </EmptyState>
    </>
  )
}
