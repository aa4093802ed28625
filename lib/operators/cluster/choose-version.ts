import type { CloudProfileObject, KubernetesVersion } from './cloud-profile.ts'

interface Wish {
  /** A version, or its beginning: `1.34`; null for the newest that is supported. */
  readonly wanted: string | null
  /** From 1.34 on a shoot needs a CredentialsBinding (Gardener). */
  readonly bySecretBinding: boolean
  /** Epoch milliseconds: versions expire. */
  readonly now: number
}

const SECRET_BINDING_BELOW = [1, 34] as const

/**
 * The Kubernetes version of a new shoot: the newest its CloudProfile offers, of those that are not expired and, unless the wish is
 * for one of them, neither a preview nor deprecated. Null when there is none.
 */
export function chooseVersion({ spec = {} }: CloudProfileObject, wish: Wish): string | null {
  const usable = (spec.kubernetes?.versions ?? [])
    .filter(offer => isUsable(offer, wish))
    .flatMap(({ version }) => (version ? [version] : []))
  return usable.reduce<string | null>((best, next) => (best === null || isNewer(next, best) ? next : best), null)
}

function isUsable({ version = '', classification, expirationDate }: KubernetesVersion, wish: Wish): boolean {
  const { wanted, bySecretBinding, now } = wish
  if (expirationDate !== undefined && Date.parse(expirationDate) <= now) return false
  if (bySecretBinding && !isNewer(SECRET_BINDING_BELOW.join('.'), version)) return false
  if (wanted === null) return classification === undefined || classification === 'supported'
  return version === wanted || version.startsWith(`${wanted}.`)
}

/** Whether a version is higher than another, part by part. */
export function isNewer(version: string, than: string): boolean {
  const [ours, theirs] = [partsOf(version), partsOf(than)]
  for (let place = 0; place < Math.max(ours.length, theirs.length); place++) {
    const difference = (ours[place] ?? 0) - (theirs[place] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return false
}

function partsOf(version: string): readonly number[] {
  return version.split('.').map(part => Number.parseInt(part, 10) || 0)
}
