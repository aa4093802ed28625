import { exportRoute } from '#app/api/export-route.ts'
import { exportCleaning } from '#lib/queries/operators/list-cleaning.ts'

export const GET = exportRoute('cleaning', exportCleaning)
