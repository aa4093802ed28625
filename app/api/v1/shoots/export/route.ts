import { exportRoute } from '#app/api/export-route.ts'
import { exportShoots } from '#lib/queries/shoots/list-shoots.ts'

export const GET = exportRoute('shoots', exportShoots)
