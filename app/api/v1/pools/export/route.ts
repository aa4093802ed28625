import { exportRoute } from '#app/api/export-route.ts'
import { exportPools } from '#lib/queries/pools/list-pools.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = exportRoute('pools', async (context, known, request) =>
  exportPools(context, known, request, await runtime().queues.read()),
)
