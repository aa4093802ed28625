import { exportRoute } from '#app/api/export-route.ts'
import { exportClusters } from '#lib/queries/operators/cluster-list.ts'
import { runtime } from '#lib/runtime.ts'

export const GET = exportRoute('clusters', (_context, _known, request) => exportClusters(runtime().operators, request))
