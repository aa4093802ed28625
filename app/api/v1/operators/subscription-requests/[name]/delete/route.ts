import { deletionRoute } from '#app/api/resource-verb.ts'
import { deleteSubscription } from '#lib/services/resources/delete-resource.ts'

export const POST = deletionRoute('delete-subscription', deleteSubscription)
