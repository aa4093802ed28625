import type { Shoot } from '#lib/hap/pools/shoot.ts'

const INFRASTRUCTURE = 'ERR_INFRA_'

/** Codes of a shoot that speak of its account: credentials, quota, resources, rate limits (Gardener). */
export function infrastructureErrors({ errorCodes }: Shoot): readonly string[] {
  return errorCodes.filter(code => code.startsWith(INFRASTRUCTURE))
}
