import { createGarden, type Garden, type GardenOptions } from '#embedded-garden/garden.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES, type Resource } from '#lib/garden/resources/resource.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'
import { accessBy } from '../garden/access-by.ts'
import { createUnlessThere, defineResources } from '../kit/definitions.ts'

export const GEARS: Resource = { group: 'example.com', version: 'v1', plural: 'gears', kind: 'Gear' }

/** A custom resource in place of any of ours. */
export interface Gear extends KubeObject {
  readonly spec: { readonly teeth: number; readonly colour?: string }
  readonly status?: {
    readonly observedGeneration?: number
    readonly turns?: number
    readonly conditions?: readonly Condition[]
  }
}

export const NAMESPACE = 'gears'

/** Prefix of the User-Agent of the clients under test, for faults that affect only them. */
export const TESTED = 'hap-console/tested'

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'gears.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'gears', singular: 'gear', kind: 'Gear', listKind: 'GearList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: { teeth: { type: 'integer', minimum: 1 }, colour: { type: 'string' } },
              },
              status: {
                type: 'object',
                properties: {
                  observedGeneration: { type: 'integer', format: 'int64' },
                  turns: { type: 'integer' },
                  conditions: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['type'],
                    items: {
                      type: 'object',
                      required: ['type', 'status', 'lastTransitionTime', 'reason', 'message'],
                      properties: {
                        type: { type: 'string' },
                        status: { type: 'string', enum: ['True', 'False', 'Unknown'] },
                        observedGeneration: { type: 'integer', format: 'int64' },
                        lastTransitionTime: { type: 'string', format: 'date-time' },
                        reason: { type: 'string', minLength: 1 },
                        message: { type: 'string', maxLength: 32768 },
                      },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
  },
}

export interface GearGarden {
  readonly garden: Garden
  /** May do everything; faults for TESTED affect it. */
  readonly client: GardenClient
  /** Observes and changes the garden, unaffected by faults. */
  readonly observer: GardenClient
  /** Another client like `client`; closed with the rest. */
  another(version?: string): GardenClient
  stop(): Promise<void>
}

/** An embedded garden with gears and their namespace. */
export async function startGearGarden(options: GardenOptions = {}): Promise<GearGarden> {
  const garden = await createGarden({ faults: true, refuseSecretDataTo: 'hap-console', ...options })
  const clients: GardenClient[] = []
  const another = (version = 'tested') => {
    const client = createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version })
    clients.push(client)
    return client
  }
  const observer = another('observer')
  await makeGears(observer)
  return {
    garden,
    client: another(),
    observer,
    another,
    async stop() {
      for (const client of clients) client.close()
      await garden.stop()
    },
  }
}

/** Defines gears and their namespace on a server, unless they exist. */
export async function makeGears(client: GardenClient): Promise<void> {
  await createUnlessThere(client, NAMESPACES, { metadata: { name: NAMESPACE } })
  await defineResources(client, [DEFINITION])
}

/** The place of a gear. */
export function gearPlace(name: string) {
  return { resource: GEARS, namespace: NAMESPACE, name }
}
