import { createHash } from 'node:crypto'
import { isLegalLabelValue } from '#lib/hap/pools/labels.ts'
import type { Cluster } from '#lib/operators/api/cluster.ts'
import { CLUSTER_LABELS } from '#lib/operators/api/resources.ts'
import { authenticationHash } from './authentication.ts'

const KIM = 'infrastructuremanager.kyma-project.io'
const OURS = 'operator.kyma-project.io'

/** Who shoots of ours are managed by: of the watch on them. */
export const MANAGED_BY = { key: `${OURS}/managed-by`, value: 'hap-console' } as const

/** Annotations by which a shoot is known to be of a Cluster; its uid tells one that was made anew under the same name. */
export const SHOOT_ANNOTATIONS = {
  cluster: `${OURS}/cluster`,
  clusterUid: `${OURS}/cluster-uid`,
  /** Types of extensions that came from the Cluster, as a comma list. */
  extensions: `${OURS}/extensions`,
  /** Which structured authentication Gardener was told to take up; missing = none, or nobody knows which. */
  authentication: `${OURS}/authentication`,
  /** As Kyma's infrastructure manager writes them: what claims and pages know a cluster by. */
  runtimeId: `${KIM}/runtime-id`,
  runtimeGeneration: `${KIM}/runtime-generation`,
} as const

/** Labels of the shoot of a Cluster: whose it is, as Kyma's infrastructure manager labels it, and that it is managed here. */
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

/** A shoot's technical id holds the names of project and shoot; together they have at most so many characters (Gardener). */
const NAMES_LENGTH = 21
const PREFIX = 'c-'
const MAX_OF_NAME = 11
/** 27⁵ = 14 million names; with fewer, two clusters of a landscape would meet before long. */
const LEAST_OF_HASH = 5
/** Letters and digits that spell no words and are not mistaken for each other, as Kubernetes uses for generated names. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'

/**
 * The name of the shoot of a Cluster: the same for the same uid, so that whoever creates it twice meets the first one. Null when
 * the name of the Gardener project leaves too little room; Gardener itself allows projects 10 characters.
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
