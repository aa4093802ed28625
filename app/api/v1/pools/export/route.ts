import { exportRoute } from '#app/api/export-route.ts'
import { exportPools } from '#lib/queries/pools/export-pools.ts'

export const GET = exportRoute('pools', exportPools)
