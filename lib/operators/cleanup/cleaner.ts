import { KIND_LABELS, type ResourceKind } from '#lib/garden/cleaning/evidence.ts'
import { Secret } from '#lib/secret.ts'
import { CleanerError } from './cleaner-error.ts'

/** How the accounts of one hyperscaler are cleaned. */
export interface Cleaner {
  /** Gardener's provider type. */
  readonly provider: string
  /** Raised whenever it looks at more, or at the same in another way; part of the evidence. */
  readonly version: string
  readonly looksAt: readonly ResourceKind[]
  /**
   * Opens an account with the data of its Secret, decoded, which stays in memory as long as the account is open. Throws CleanerError
   * `credentials` where fields are missing.
   */
  open(secret: AccountSecret): OpenAccount
}

/** An account that a cleaner has opened with its credentials. Methods throw CleanerError, or the signal's reason. */
export interface OpenAccount {
  /** Complete, or an error: what could not be listed must not look empty. */
  inventory(signal: AbortSignal): Promise<Inventory>
  /** One resource that is gone already counts as deleted. */
  delete(resource: CloudResource, signal: AbortSignal): Promise<Deletion>
  /** Forgets whatever was derived from the credentials and would outlive this object. */
  close(): void
}

/** Data of an account's Secret, decoded. */
export type AccountSecret = Secret<ReadonlyMap<string, string>>

/** Everything of the looked-at kinds that is in an account now. */
export interface Inventory {
  /** Number of the AWS account, Azure subscription, or name of the GCP project; no secret. */
  readonly identity: string
  /** Regions that were asked; a provider that lists all of them at once says `all`. */
  readonly places: readonly string[]
  readonly resources: readonly CloudResource[]
}

/** What becomes of a deletion: done, or accepted, so that the next inventory tells. */
export type Deletion = 'gone' | 'accepted'

/** One thing in a hyperscaler account, as its provider lists it. */
export interface CloudResource {
  readonly kind: ResourceKind
  /** What its provider deletes it by; unique among the resources of the account together with kind and place. */
  readonly id: string
  /** Region or zone. */
  readonly place: string
  readonly name: string
  /** Tags or labels. */
  readonly tags: Readonly<Record<string, string>>
  /** Who says that Kubernetes made it where neither name nor tags can: a sign that the provider keeps in the description. */
  readonly madeByKubernetes: boolean
  /** `used`: something else holds on to it. `going`: it is being deleted already. */
  readonly condition: 'idle' | 'used' | 'going'
  /** What the provider itself made and takes away; it makes no account dirty. */
  readonly ofProvider: boolean
}

/** `volume vol-1 in eu-west-1`. What an account contains may be called anything: of one line, and not long. */
export function resourceName({ kind, place, id }: Pick<CloudResource, 'kind' | 'place' | 'id'>): string {
  const plain = `${KIND_WORDS[kind][0]} ${id} in ${place}`.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return plain.length > MAX_NAMED ? `${plain.slice(0, MAX_NAMED - 1)}…` : plain
}

const MAX_NAMED = 140

export function resourceKey({ kind, place, id }: Pick<CloudResource, 'kind' | 'place' | 'id'>): string {
  return `${kind}/${place}/${id}`
}

/** A field of an account's Secret, by the name Gardener gives it. Throws CleanerError when it is missing; never says what is in it. */
export function secretField(secret: AccountSecret, name: string): Secret<string> {
  const value = secret.reveal().get(name)?.trim() ?? ''
  if (value === '') throw new CleanerError('credentials', 'open the account', `its Secret has no field ${name}`)
  return new Secret(value)
}
