import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { openClaims } from '#lib/store/claims/open-claims.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { QueryContext } from '../query-context.ts'
import { GlobalAccountFacts } from './global-account-facts.ts'

/** What only the database knows of a global account. */
export interface ReservedClusters {
  /** By accountKey: clusters that were acknowledged and whose shoots do not exist yet. Accounts without any are left out. */
  readonly reserved: Readonly<Record<string, number>>
}

/** Clusters of a global account's accounts that Gardener does not show yet. Throws StoreError. */
export async function reservedClusters(db: Db, context: QueryContext, id: string): Promise<ReservedClusters> {
  const accounts = new GlobalAccountFacts(id, context).bindings.map(({ account }) => account)
  const claims = Map.groupBy(await openClaims(db, accounts), ({ account }) => account)
  const counts = [...new Set(accounts)].map(account => {
    const clusters = accountClusters(context.inventory.shootsOfAccount(account), claims.get(account) ?? [])
    return [account, clusters.filter(({ shoot }) => shoot === null).length] as const
  })
  return { reserved: Object.fromEntries(counts.filter(([, count]) => count > 0)) }
}
