import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

export default function NoSuchPool() {
  return (
    <NotFoundPage title="Pool not found" actions={<ButtonLink href={paths.pools()}>All pools</ButtonLink>}>
      It has no bindings, no rule selects it, and no claim is waiting for it. Check the address.
    </NotFoundPage>
  )
}
