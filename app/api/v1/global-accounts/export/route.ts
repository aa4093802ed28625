import { exportRoute } from '#app/api/export-route.ts'
import { exportGlobalAccounts } from '#lib/queries/global-accounts/list-global-accounts.ts'

export const GET = exportRoute('global-accounts', exportGlobalAccounts)
