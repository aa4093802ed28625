import { forbidden } from '#embedded-garden/http/errors.ts'
import { annotationsOf, type KubeObject, nameOf } from '#embedded-garden/object.ts'
import type { WriteContext } from '#embedded-garden/resource.ts'

const CONFIRMATION = 'confirmation.gardener.cloud/deletion'

export function isDeletionConfirmed(object: KubeObject): boolean {
  return annotationsOf(object)[CONFIRMATION] === 'true'
}

/** Refuses to delete a Shoot or Project without the confirmation annotation (Gardener: DeletionConfirmation). */
export function requireConfirmation(object: KubeObject, { resource }: WriteContext): void {
  if (!isDeletionConfirmed(object))
    throw forbidden(resource, nameOf(object), `must have a "${CONFIRMATION}" annotation to delete`)
}
