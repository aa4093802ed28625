import { exportRoute } from '#app/api/export-route.ts'
import { exportBindings } from '#lib/queries/bindings/list-bindings.ts'

export const GET = exportRoute('bindings', exportBindings)
