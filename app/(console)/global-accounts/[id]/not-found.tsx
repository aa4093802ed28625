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
      No binding names it, it has no clusters, and nothing of it is recorded. The address may be wrong.
    </NotFoundPage>
  )
}
