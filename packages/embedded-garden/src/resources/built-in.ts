import type { Resource } from '#embedded-garden/resource.ts'
import { apiServices } from './api-service.ts'
import { configMaps } from './config-map.ts'
import { credentialsBindings } from './credentials-binding.ts'
import { customResourceDefinitions } from './custom-resource-definition.ts'
import { coreEvents, events } from './event.ts'
import {
  cloudProfiles,
  controllerDeployments,
  controllerRegistrations,
  internalSecrets,
  seeds,
} from './gardener-others.ts'
import { leases } from './lease.ts'
import { namespaces } from './namespace.ts'
import { projects } from './project.ts'
import { quotas } from './quota.ts'
import { clusterRoleBindings, clusterRoles, roleBindings, roles } from './rbac.ts'
import { resourceQuotas } from './resource-quota.ts'
import { REVIEWS } from './reviews.ts'
import { secrets } from './secret.ts'
import { secretBindings } from './secret-binding.ts'
import { serviceAccounts } from './service-account.ts'
import { shoots } from './shoot.ts'
import { USUAL_KINDS } from './usual-kinds.ts'
import { workloadIdentities } from './workload-identity.ts'

/** What Gardener's cluster and its shoots have in common. */
const CLUSTER_BUILT_IN: readonly Resource[] = [
  configMaps,
  coreEvents,
  namespaces,
  resourceQuotas,
  secrets,
  serviceAccounts,
  apiServices,
  events,
  ...REVIEWS,
  roles,
  roleBindings,
  clusterRoles,
  clusterRoleBindings,
  leases,
  customResourceDefinitions,
]

/** Every kind a shoot serves without a CustomResourceDefinition. */
export const SHOOT_BUILT_IN: readonly Resource[] = [...CLUSTER_BUILT_IN, ...USUAL_KINDS]

/** Every kind the garden serves without a CustomResourceDefinition. */
export const BUILT_IN: readonly Resource[] = [
  ...CLUSTER_BUILT_IN,
  cloudProfiles,
  controllerDeployments,
  controllerRegistrations,
  internalSecrets,
  projects,
  quotas,
  secretBindings,
  seeds,
  shoots,
  credentialsBindings,
  workloadIdentities,
]
