import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ShootObject } from './objects.ts'

/** The binding a shoot's spec names: one of two fields does; null where neither does, as with workerless shoots (Gardener). */
export function shootBinding({
  credentialsBindingName,
  secretBindingName,
}: NonNullable<ShootObject['spec']>): Shoot['binding'] {
  if (credentialsBindingName) return { kind: 'CredentialsBinding', name: credentialsBindingName }
  return secretBindingName ? { kind: 'SecretBinding', name: secretBindingName } : null
}
