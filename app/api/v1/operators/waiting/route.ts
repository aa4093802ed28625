import { viewerRoute } from '#app/api/viewer-route.ts'
import { runtime } from '#lib/runtime.ts'
import { listWaitingQueues } from '#lib/services/claims/claim-queues.ts'

export const GET = viewerRoute(() => listWaitingQueues(runtime()))
