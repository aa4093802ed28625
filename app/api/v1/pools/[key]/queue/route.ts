import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { getClaimQueue } from '#lib/services/claims/claim-queues.ts'

export const GET = viewerRoute<{ key: string }>(({ params }) => getClaimQueue(runtime(), { poolKey: params.key }))
