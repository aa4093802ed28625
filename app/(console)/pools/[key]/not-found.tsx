import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { paths } from '#lib/paths.ts'

export default function NoSuchPool() {
  return (
    <NotFoundPage title="There is no such pool" actions={<ButtonLink href={paths.pools()}>All pools</ButtonLink>}>
      No binding is in it, and no rule leads to it. Check the address.
    </NotFoundPage>
  )
}
