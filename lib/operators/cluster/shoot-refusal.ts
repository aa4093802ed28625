import { createHash } from 'node:crypto'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { CloudProfileObject } from './cloud-profile.ts'
import type { LiveShoot } from './live-shoot.ts'
import type { SeenBinding } from './look-at-binding.ts'
import type { ShootManifest } from './shoot-manifest.ts'

/** What is sent, and what Gardener judges it by. */
export interface ShootAttempt {
  /** Tells the generation of the Cluster. */
  readonly manifest: ShootManifest
  readonly binding: BindingRef
  readonly profile: CloudProfileObject
  /** The shoot as it is; null when it is to be made. */
  readonly existing: LiveShoot | null
}

/**
 * Another one when an attempt that was refused is worth another try: when Cluster, binding, CloudProfile or shoot have changed. What a
 * server refuses, it refuses again, however often it is asked.
 */
export function fingerprintOf(
  { manifest, profile, existing }: Omit<ShootAttempt, 'binding'>,
  { version }: Pick<SeenBinding, 'version'>,
): string {
  const text = JSON.stringify([manifest, version, profile.spec, stateOf(existing)])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** What of a shoot a change may be refused for. Not its version: it goes up with each step of an operation. */
function stateOf(existing: LiveShoot | null) {
  const { uid, generation } = existing?.metadata ?? {}
  return [uid, generation, existing?.status?.hibernated]
}
