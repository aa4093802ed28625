import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

/** Replaces a global account that does not exist. */
export default function NoSuchGlobalAccount() {
  return (
    <NotFoundPage
      title="Global account not found"
      actions={<ButtonLink href={paths.globalAccounts()}>All global accounts</ButtonLink>}
    >
      No bindings, clusters or records exist for it. Check the address.
    </NotFoundPage>
  )
}
