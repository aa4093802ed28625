import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { paths } from '#lib/paths.ts'

/** In place of a global account that nobody has. */
export default function NoSuchGlobalAccount() {
  return (
    <NotFoundPage
      title="There is no such global account"
      actions={<ButtonLink href={paths.globalAccounts()}>All global accounts</ButtonLink>}
    >
      No binding names it, and it has no clusters. It may have released everything it had, or the address is wrong.
    </NotFoundPage>
  )
}
