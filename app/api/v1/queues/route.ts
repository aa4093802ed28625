import { viewerRoute } from '#app/api/viewer-route.ts'
import { listQueueLengths } from '#lib/queries/pools/queues.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(() => listQueueLengths(runtime().store.db))
