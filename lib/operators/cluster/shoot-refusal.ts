import { createHash } from 'node:crypto'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { bindingResource } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { CloudProfileObject } from './cloud-profile.ts'
import type { ClusterContext } from './cluster-context.ts'
import { passes } from './passes.ts'
import type { ShootManifest } from './shoot-manifest.ts'

/** What is sent, and what Gardener judges it by. */
export interface ShootAttempt {
  /** Tells the generation of the Cluster. */
  readonly manifest: ShootManifest
  readonly binding: BindingRef
  readonly profile: CloudProfileObject
}

/**
 * Another one when an attempt that was refused is worth another try: when Cluster, binding or CloudProfile have changed. What a server
 * refuses, it refuses again, however often it is asked.
 */
export async function fingerprintOf(
  { garden }: Pick<ClusterContext, 'garden'>,
  { manifest, binding, profile }: ShootAttempt,
  signal: AbortSignal,
): Promise<string> {
  const text = JSON.stringify([manifest, await versionOf({ garden }, binding, signal), profile.spec])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
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
