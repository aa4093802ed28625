import { viewerRoute } from '#app/api/viewer-route.ts'
import { poolQueues } from '#lib/queries/pools/queues.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = viewerRoute(() => poolQueues(runtime().store.db))
