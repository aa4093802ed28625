import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

/** Shown for the name of a KubeconfigRequest that does not exist. */
export default function NoSuchKubeconfig() {
  return (
    <NotFoundPage
      title="KubeconfigRequest not found"
      actions={<ButtonLink href={paths.operators('kubeconfigs')}>All kubeconfigs</ButtonLink>}
    >
      It may have been deleted. Check the address.
    </NotFoundPage>
  )
}
