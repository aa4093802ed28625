import { exportRoute } from '#app/api/export-route.ts'
import { exportGlobalAccounts } from '#lib/queries/global-accounts/global-account-list.ts'

export const GET = exportRoute('global-accounts', exportGlobalAccounts)
