import { exportRoute } from '#app/api/export-route.ts'
import { exportCleaning } from '#lib/queries/bindings/list-cleaning.ts'

export const GET = exportRoute('cleaning', exportCleaning)
