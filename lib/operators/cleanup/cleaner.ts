import { KIND_LABELS, type ResourceKind } from '#lib/garden/cleaning-progress.ts'
import { Secret } from '#lib/util/secret.ts'
import { CleanerError } from './cleaner-error.ts'

/** Cleaner of the accounts of one provider. */
export interface Cleaner {
  /** Gardener's provider type. */
  readonly provider: string
  /** Increases with each change of what the cleaner inspects; part of the evidence. */
  readonly version: string
  readonly looksAt: readonly ResourceKind[]
  /**
   * Opens an account with the decoded data of its Secret, which stays in memory while the account
   * is open. Throws CleanerError `credentials` for missing fields.
   */
  open(secret: AccountSecret): OpenAccount
}

/** An open account. Methods throw CleanerError or the signal's reason. */
export interface OpenAccount {
  /** Lists all resources or throws, since an incomplete list must not look empty. */
  inventory(signal: AbortSignal): Promise<Inventory>
  /** Deletes one resource; a missing one counts as deleted. */
  delete(resource: CloudResource, signal: AbortSignal): Promise<Deletion>
  /** Clears data derived from the credentials that would outlive this object. */
  close(): void
}

/** Data of an account's Secret, decoded. */
export type AccountSecret = Secret<ReadonlyMap<string, string>>

/** All resources of the inspected kinds in an account. */
export interface Inventory {
  /** Number of the AWS account, id of the Azure subscription or name of the GCP project; not secret. */
  readonly identity: string
  /** Listed regions; `all` for a provider that lists them together. */
  readonly places: readonly string[]
  readonly resources: readonly CloudResource[]
}

/** Result of a deletion: done, or accepted and visible in the next inventory. */
export type Deletion = 'gone' | 'accepted'

/** A resource in an account as its provider lists it. */
export interface CloudResource {
  readonly kind: ResourceKind
  /** Id for the deletion; unique in the account together with kind and place. */
  readonly id: string
  /** Region or zone. */
  readonly place: string
  readonly name: string
  /** Tags or labels. */
  readonly tags: Readonly<Record<string, string>>
  /**
   * Whether the description in the provider names Kubernetes as creator, for kinds whose name and
   * tags do not.
   */
  readonly madeByKubernetes: boolean
  /** `used`: another resource uses it. `going`: its deletion is running. */
  readonly condition: 'idle' | 'used' | 'going'
  /** Created and deleted by the provider itself; does not make the account dirty. */
  readonly ofProvider: boolean
}

/**
 * Formats `volume vol-1 in eu-west-1`, on one line and truncated, since names in an account are
 * arbitrary.
 */
export function resourceName({ kind, place, id }: Pick<CloudResource, 'kind' | 'place' | 'id'>): string {
  const plain = `${KIND_LABELS[kind][0]} ${id} in ${place}`.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return plain.length > MAX_NAMED ? `${plain.slice(0, MAX_NAMED - 1)}…` : plain
}

const MAX_NAMED = 140

/** Identity of a resource in its account. */
export function resourceKey({ kind, place, id }: Pick<CloudResource, 'kind' | 'place' | 'id'>): string {
  return `${kind}/${place}/${id}`
}

/**
 * Reads a field of an account's Secret by Gardener's name. Throws CleanerError, without the
 * content, for a missing field.
 */
export function secretField(secret: AccountSecret, name: string): Secret<string> {
  const value = secret.reveal().get(name)?.trim() ?? ''
  if (value === '') throw new CleanerError('credentials', 'open the account', `its Secret has no field ${name}`)
  return new Secret(value)
}
