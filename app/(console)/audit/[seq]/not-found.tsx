import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

export default function NoSuchEntry() {
  return (
    <NotFoundPage title="Audit entry not found" actions={<ButtonLink href={paths.audit()}>All actions</ButtonLink>}>
      Check the address. Entries are numbered from 1 and never removed.
    </NotFoundPage>
  )
}
