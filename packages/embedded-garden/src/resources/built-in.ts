import type { Resource } from '#embedded-garden/resource.ts'
import { apiServices, customResourceDefinitions } from './api-extensions.ts'
import { clusterRoleBindings, clusterRoles, REVIEWS, roleBindings, roles } from './auth-kinds.ts'
import { credentialsBindings, secretBindings } from './bindings.ts'
import { configMaps, leases, namespaces, resourceQuotas, serviceAccounts } from './core-kinds.ts'
import { coreEvents, events } from './event.ts'
import {
  cloudProfiles,
  controllerDeployments,
  controllerRegistrations,
  internalSecrets,
  seeds,
  workloadIdentities,
} from './gardener-kinds.ts'
import { projects, quotas } from './projects.ts'
import { secrets } from './secret.ts'
import { shoots } from './shoot.ts'
import { USUAL_KINDS } from './usual-kinds.ts'

/** Kinds of both Gardener's cluster and its shoots. */
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

/** Every kind that a shoot serves without a CustomResourceDefinition. */
export const SHOOT_BUILT_IN: readonly Resource[] = [...CLUSTER_BUILT_IN, ...USUAL_KINDS]

/** Every kind that the garden serves without a CustomResourceDefinition. */
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
