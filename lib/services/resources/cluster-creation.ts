import { z } from 'zod'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { isOneLine, isVisible } from '#lib/hap/text.ts'
import { globalAccountOf } from '#lib/operators/api/cluster.ts'
import { PROVIDERS } from '#lib/operators/api/custom-resource.ts'
import { CLUSTER_LABELS, CLUSTERS } from '#lib/operators/api/resources.ts'
import { isTooDeep, SYSTEM_USER, TOO_DEEP, validateCluster } from '#lib/operators/api/validate-cluster.ts'
import { ReasonInput } from '#lib/services/reason-input.ts'
import { type CreateResult, type Creation, createResource } from './create-resource.ts'
import { Labels, ObjectName, PlaceName, SelectorText } from './order-input.ts'
import type { ProvedCall, ResourceContext } from './resource-call.ts'

const PURPOSES = ['evaluation', 'testing', 'development', 'production'] as const
const nodes = z.int().min(1, 'at least 1').max(1_000, 'at most 1,000')
const claim = z.string().max(1_024)
const passedThrough = z.record(z.string(), z.unknown()).refine(part => !isTooDeep(part), TOO_DEEP)

const Administrator = z
  .string()
  .min(1)
  .max(253)
  .refine(name => isOneLine(name) && isVisible(name), 'a name in one line of text')
  .refine(name => name === name.trim(), 'no blanks at either end')
  .refine(name => !name.startsWith('system:'), SYSTEM_USER)

const Oidc = z.strictObject({
  clientID: claim.min(1),
  issuerURL: z.string().min(1).max(2_048),
  groupsClaim: claim.exactOptional(),
  usernameClaim: claim.exactOptional(),
  usernamePrefix: claim.exactOptional(),
})

const Infrastructure = z.strictObject({
  provider: z.enum(PROVIDERS),
  machineType: PlaceName,
  autoScalerMin: nodes,
  autoScalerMax: nodes,
  numberOfZones: z.int().min(1, 'at least 1').max(10, 'at most 10'),
  subscriptionSelector: SelectorText,
  providerConfig: passedThrough.exactOptional(),
})

/** A Cluster as a user orders it. */
export const ClusterInput = ReasonInput.extend({
  name: ObjectName,
  labels: Labels(Object.values(CLUSTER_LABELS)),
  spec: z.strictObject({
    core: z
      .strictObject({
        region: PlaceName,
        purpose: z.enum(PURPOSES).exactOptional(),
        platformRegion: PlaceName.exactOptional(),
      })
      .exactOptional(),
    infrastructure: Infrastructure.exactOptional(),
    kubeconfigSecretRef: z
      .strictObject({
        name: ObjectName,
        key: z
          .string()
          .max(253)
          .regex(/^[-._A-Za-z0-9]+$/, 'must be a key of a Secret'),
      })
      .exactOptional(),
    euAccess: z.boolean().exactOptional(),
    oidcConfig: Oidc.exactOptional(),
    extensions: passedThrough.exactOptional(),
    administrators: z.array(Administrator).max(200, 'at most 200').exactOptional(),
  }),
})

/** How a Cluster is created. */
export const CLUSTER_CREATION: Creation<z.output<typeof ClusterInput>> = {
  verb: 'create-cluster',
  kind: 'Cluster',
  resource: CLUSTERS,
  input: ClusterInput,
  neededRole: ({ spec }) => (spec.kubeconfigSecretRef ? NEEDED_ROLES.bringCluster : NEEDED_ROLES.resources),
  grantsAccess,
  globalAccount: globalAccountOf,
  validate: ({ spec }) => validateCluster(spec),
}

/**
 * Its Secret opens an imported cluster, administrators get role bindings, an identity provider
 * names users and groups in the cluster, and extensions may run anything in it.
 */
function grantsAccess({ spec }: z.output<typeof ClusterInput>): boolean {
  const { kubeconfigSecretRef, administrators = [], oidcConfig, extensions } = spec
  return (
    kubeconfigSecretRef !== undefined ||
    administrators.length > 0 ||
    oidcConfig !== undefined ||
    Object.keys(extensions ?? {}).length > 0
  )
}

/** Creates a Cluster, managed or imported. Throws RefusedError, AuditError, GardenError. */
export function createCluster(context: ResourceContext, call: ProvedCall): Promise<CreateResult> {
  return createResource(context, CLUSTER_CREATION, call)
}
