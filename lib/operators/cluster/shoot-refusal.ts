import { createHash } from 'node:crypto'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { CloudProfileObject } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'
import type { LiveShoot } from './live-shoot.ts'
import { passes } from './passes.ts'
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
export async function fingerprintOf(
  { garden }: Pick<ClusterContext, 'garden'>,
  { manifest, binding, profile, existing }: ShootAttempt,
  signal: AbortSignal,
): Promise<string> {
  const version = await versionOf({ garden }, binding, signal)
  const text = JSON.stringify([manifest, version, profile.spec, stateOf(existing)])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** What of a shoot a change may be refused for. Not its version: it goes up with each step of an operation. */
function stateOf(existing: LiveShoot | null) {
  const { uid, generation } = existing?.metadata ?? {}
  return [uid, generation, existing?.status?.hibernated]
}

/** A binding that cannot be read may be why. */
async function versionOf(
  { garden }: Pick<ClusterContext, 'garden'>,
  { kind, namespace, name }: BindingRef,
  signal: AbortSignal,
): Promise<string> {
  try {
    const place = { resource: bindingResource(kind), namespace, name }
    const { metadata } = await garden.get<KubeObject>(place, { signal })
    return `${metadata?.uid} ${metadata?.resourceVersion}`
  } catch (error) {
    if (error instanceof GardenError && !passes(error)) return error.kind
    throw error
  }
}
