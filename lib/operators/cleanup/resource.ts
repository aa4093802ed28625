import { KIND_LABELS, type ResourceKind } from '#lib/garden/cleaning/evidence.ts'

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
  const plain = `${KIND_LABELS[kind][0]} ${id} in ${place}`.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
  return plain.length > MOST_NAMED ? `${plain.slice(0, MOST_NAMED - 1)}…` : plain
}

const MOST_NAMED = 140

export function resourceKey({ kind, place, id }: Pick<CloudResource, 'kind' | 'place' | 'id'>): string {
  return `${kind}/${place}/${id}`
}
