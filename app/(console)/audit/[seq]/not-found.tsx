import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/paths.ts'

/** For a number the log does not have. */
export default function NoSuchEntry() {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        reason="empty"
        title="There is no such entry in the audit log"
        actions={<ButtonLink href={paths.audit()}>All actions</ButtonLink>}
      >
        Entries are numbered from 1 and never removed.
      </EmptyState>
    </>
  )
}
