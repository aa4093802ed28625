import { measured } from '#lib/measured.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'

/** The same service; what it is asked to change is measured. */
export function measuredClaims(service: ClaimService): ClaimService {
  return {
    ...service,
    claim: (asked, key) => measured('claim', { verb: 'claim' }, () => service.claim(asked, key)),
    release: (id, caller) => measured('claim', { verb: 'release' }, () => service.release(id, caller)),
    setCluster: (id, cluster, caller) =>
      measured('claim', { verb: 'name-cluster' }, () => service.setCluster(id, cluster, caller)),
  }
}
