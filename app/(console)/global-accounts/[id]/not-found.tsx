import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

/** Replaces a global account that does not exist. */
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
