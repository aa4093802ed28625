import { createHash } from 'node:crypto'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTER_LABELS, SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import { authenticationHash } from './authentication.ts'

const OURS = 'operator.kyma-project.io'

/** Label of managed shoots, for the selector of their watch. */
export const MANAGED_BY = { key: `${OURS}/managed-by`, value: 'hap-console' } as const

/**
 * Labels of the shoot of a Cluster: the owner, as in Kyma's infrastructure manager, and the
 * manager.
 */
export function shootLabels(
  cluster: Pick<Cluster, 'metadata'>,
  globalAccount: string,
): Readonly<Record<string, string>> {
  const subaccount = cluster.metadata.labels?.[CLUSTER_LABELS.subaccount] ?? ''
  return {
    [MANAGED_BY.key]: MANAGED_BY.value,
    ...legal('account', globalAccount),
    ...legal('subaccount', subaccount),
  }
}

/** Annotations of the shoot of a Cluster. */
export function shootAnnotations(
  { metadata: { namespace, name, uid, generation }, spec: { oidcConfig } }: Pick<Cluster, 'metadata' | 'spec'>,
  extensions: readonly string[],
): Readonly<Record<string, string>> {
  return {
    [SHOOT_ANNOTATIONS.cluster]: `${namespace}/${name}`,
    [SHOOT_ANNOTATIONS.clusterUid]: uid,
    [SHOOT_ANNOTATIONS.extensions]: extensions.join(),
    [SHOOT_ANNOTATIONS.runtimeId]: uid,
    [SHOOT_ANNOTATIONS.runtimeGeneration]: String(generation),
    ...(oidcConfig !== undefined && { [SHOOT_ANNOTATIONS.authentication]: authenticationHash(oidcConfig) }),
  }
}

function legal(key: string, value: string): Readonly<Record<string, string>> {
  return isLegalLabelValue(value) ? { [key]: value } : {}
}

/**
 * Maximum length of the names of project and shoot together, which form the technical id
 * (Gardener).
 */
const NAMES_LENGTH = 21
const PREFIX = 'c-'
const MAX_OF_NAME = 11
/** 27⁵ = 14 million names; fewer would soon collide within a landscape. */
const LEAST_OF_HASH = 5
/**
 * Letters and digits that form no words and are easily distinguished, as in generated names of
 * Kubernetes.
 */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/**
 * Name of the shoot of a Cluster, derived from the uid, so that a repeated creation finds the first
 * shoot. Null when the name of the Gardener project leaves too little room; Gardener limits
 * projects to 10 characters.
 */
export function shootNameOf(uid: string, project: string): string | null {
  const length = Math.min(MAX_OF_NAME, NAMES_LENGTH - project.length) - PREFIX.length
  return length < LEAST_OF_HASH ? null : `${PREFIX}${hashOf(uid, length)}`
}

function hashOf(text: string, length: number): string {
  const base = BigInt(ALPHABET.length)
  let rest = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
  let name = ''
  for (let place = 0; place < length; place++) {
    name += ALPHABET[Number(rest % base)]
    rest /= base
  }
  return name
}
