import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

export default function NoSuchPool() {
  return (
    <NotFoundPage title="There is no such pool" actions={<ButtonLink href={paths.pools()}>All pools</ButtonLink>}>
      No binding is in it, no rule leads to it, and no claim waits for it. Check the address.
    </NotFoundPage>
  )
}
