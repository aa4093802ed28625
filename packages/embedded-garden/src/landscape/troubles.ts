import type { ErrorCode } from '#embedded-garden/shoot-life/account-errors.ts'
import type { AccountPlan } from './account.ts'
import type { Random } from './random.ts'

interface Trouble {
  readonly code: ErrorCode
  /** Share of the account's shoots that show it. */
  readonly share: number
}

const BY_SIZE: Readonly<Record<number, Trouble>> = {
  0: { code: 'ERR_INFRA_RATE_LIMITS_EXCEEDED', share: 0.06 },
  2: { code: 'ERR_INFRA_QUOTA_EXCEEDED', share: 0.2 },
  7: { code: 'ERR_INFRA_UNAUTHORIZED', share: 1 },
  9: { code: 'ERR_INFRA_RESOURCES_DEPLETED', share: 0.5 },
  11: { code: 'ERR_INFRA_QUOTA_EXCEEDED', share: 0.6 },
}

/**
 * What is wrong with which account. Errors come in groups, as in life: a full account, one whose key was revoked, a region
 * without machines; besides, a single shoot here and there is badly configured.
 */
export function planTroubles(accounts: readonly AccountPlan[], random: Random): ReadonlyMap<AccountPlan, Trouble> {
  const troubles = new Map<AccountPlan, Trouble>()
  const dedicated = accounts.filter(each => each.state === 'claimed').sort((a, b) => b.clusters - a.clusters)
  for (const [rank, account] of dedicated.entries()) {
    const trouble =
      BY_SIZE[rank] ?? (random.chance(0.01) ? ({ code: 'ERR_CONFIGURATION_PROBLEM', share: 0.3 } as const) : null)
    if (trouble !== null) troubles.set(account, trouble)
  }
  return troubles
}
