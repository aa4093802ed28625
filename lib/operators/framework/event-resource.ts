import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'

export const EVENTS: Resource = { group: 'events.k8s.io', version: 'v1', plural: 'events', kind: 'Event' }

/** An event as events.k8s.io/v1 has it. */
export interface EventObject extends KubeObject {
  eventTime?: string
  /** Set from the second time on. */
  series?: { count: number; lastObservedTime: string }
  reportingController?: string
  reportingInstance?: string
  action?: string
  reason?: string
  regarding?: { apiVersion?: string; kind?: string; namespace?: string; name?: string; uid?: string }
  note?: string
  type?: 'Normal' | 'Warning'
}
