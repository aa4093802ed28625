import type { KubeObject } from '#embedded-garden/object.ts'

/** Fields of events.k8s.io/v1 and what they are called in the core form, in which events are stored. */
const NAMES: readonly (readonly [current: string, core: string])[] = [
  ['regarding', 'involvedObject'],
  ['note', 'message'],
  ['reportingController', 'reportingComponent'],
  ['deprecatedSource', 'source'],
  ['deprecatedFirstTimestamp', 'firstTimestamp'],
  ['deprecatedLastTimestamp', 'lastTimestamp'],
  ['deprecatedCount', 'count'],
]

/** The events.k8s.io/v1 form of a stored event. */
export function fromCoreEvent(stored: KubeObject): KubeObject {
  const event: KubeObject = { ...stored }
  for (const [current, core] of NAMES) rename(event, core, current)
  for (const field of ['note', 'reportingController', 'reportingInstance']) if (event[field] === '') delete event[field]
  return {
    deprecatedFirstTimestamp: null,
    deprecatedLastTimestamp: null,
    deprecatedSource: {},
    eventTime: null,
    regarding: {},
    ...event,
  }
}

/** Converts an event to the stored form; an event in that form is returned unchanged. */
export function toCoreEvent(event: KubeObject): KubeObject {
  const stored: KubeObject = { ...event }
  for (const [current, core] of NAMES) rename(stored, current, core)
  return {
    firstTimestamp: null,
    lastTimestamp: null,
    source: {},
    eventTime: null,
    involvedObject: {},
    reportingComponent: '',
    reportingInstance: '',
    ...stored,
  }
}

function rename(object: KubeObject, from: string, to: string): void {
  if (object[from] === undefined) return
  object[to] = object[from]
  delete object[from]
}
