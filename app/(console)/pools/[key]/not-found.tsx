import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/paths.ts'

/** In place of a pool that does not exist. */
export default function NoSuchPool() {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        reason="empty"
        title="There is no such pool"
        actions={<ButtonLink href={paths.pools()}>All pools</ButtonLink>}
      >
        No binding is in it, and no rule leads to it. Check the address.
      </EmptyState>
    </>
  )
}
