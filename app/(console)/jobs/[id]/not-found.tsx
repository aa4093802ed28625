import { PageHead } from '#components/shell/page-head.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { paths } from '#lib/paths.ts'

/** In place of a job that does not exist. */
export default function NoSuchJob() {
  return (
    <>
      <PageHead title="Not found" />
      <EmptyState
        reason="empty"
        title="There is no such job"
        actions={<ButtonLink href={paths.jobs()}>All jobs</ButtonLink>}
      >
        Check the address. Jobs are kept as long as the audit log.
      </EmptyState>
    </>
  )
}
