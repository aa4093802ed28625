import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import type { ClaimAnswer, ClaimService } from '#lib/services/claims/claim-service.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

const PAGE = 500

/** A claim by its id; null when there is none of that id. Throws what the database throws. */
export async function claimOfId(claims: Pick<ClaimService, 'get'>, id: string): Promise<ClaimAnswer | null> {
  try {
    return await claims.get(id)
  } catch (error) {
    if (error instanceof ClaimError && error.status === 404) return null
    throw error
  }
}

/** A claim of a tenant by its key; null when there is none. */
export async function claimOfKey(
  claims: Pick<ClaimService, 'list'>,
  tenant: string,
  key: string,
): Promise<ClaimRecord | null> {
  for (let offset = 0; ; offset += PAGE) {
    const { claims: page } = await claims.list({ tenant, offset, limit: PAGE })
    const found = page.find(claim => claim.key === key)
    if (found !== undefined) return found
    if (page.length < PAGE) return null
  }
}
