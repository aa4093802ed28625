import { stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf, nameOf, namespaceOf } from '#embedded-garden/object.ts'

/** Identifies one shoot; the uid distinguishes it from an earlier shoot of the same name. */
export interface ShootIdentity {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

export const SHOOTS = 'shoots.core.gardener.cloud'

export function identityOf(shoot: KubeObject): ShootIdentity {
  return { namespace: namespaceOf(shoot), name: nameOf(shoot), uid: stringAt(metadataOf(shoot), 'uid') }
}
