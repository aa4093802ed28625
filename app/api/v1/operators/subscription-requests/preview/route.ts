import { previewRoute } from '#app/api/resource-verb.ts'
import { previewCreation } from '#lib/services/resources/create-resource.ts'
import { SUBSCRIPTION_CREATION } from '#lib/services/resources/subscription-creation.ts'

export const POST = previewRoute('create-subscription', (context, call) =>
  previewCreation(context, SUBSCRIPTION_CREATION, call),
)
