import { NotFoundPage } from '#components/shell/not-found-page.tsx'
import { ButtonLink } from '#components/ui/links.tsx'
import { paths } from '#lib/paths.ts'

/** Shown for the name of a SubscriptionRequest that does not exist. */
export default function NoSuchSubscription() {
  return (
    <NotFoundPage
      title="SubscriptionRequest not found"
      actions={<ButtonLink href={paths.operators('subscription-requests')}>All subscription requests</ButtonLink>}
    >
      It may have been deleted. Check the address.
    </NotFoundPage>
  )
}
