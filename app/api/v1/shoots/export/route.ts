import { exportRoute } from '#app/api/export-route.ts'
import { exportShoots } from '#lib/queries/shoots/export-shoots.ts'

export const GET = exportRoute('shoots', exportShoots)
