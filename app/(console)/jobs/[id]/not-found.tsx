import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

export default function NoSuchJob() {
  return (
    <NotFoundPage title="Job not found" actions={<ButtonLink href={paths.jobs()}>All jobs</ButtonLink>}>
      Check the address. Jobs are stored as long as the audit log.
    </NotFoundPage>
  )
}
