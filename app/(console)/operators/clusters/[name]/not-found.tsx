import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

/** Shown for the name of a Cluster that does not exist. */
export default function NoSuchCluster() {
  return (
    <NotFoundPage
      title="Cluster not found"
      actions={<ButtonLink href={paths.operators('clusters')}>All Clusters</ButtonLink>}
    >
      It may have been deleted. Check the address.
    </NotFoundPage>
  )
}
