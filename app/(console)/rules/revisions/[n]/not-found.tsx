import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

export default function NoSuchRevision() {
  return (
    <NotFoundPage
      title="Revision not found"
      actions={<ButtonLink href={paths.rules({ tab: 'revisions' })}>All revisions</ButtonLink>}
    >
      Check the address. Revisions are numbered from 1 and never removed.
    </NotFoundPage>
  )
}
