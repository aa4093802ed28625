import { type Cause, invalidValue, required } from '#embedded-garden/http/status.ts'
import { type JsonObject, objectAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, namespaceOf } from '#embedded-garden/object.ts'
import { age, column, NAME } from '#embedded-garden/table/columns.ts'
import { defineResource } from './define.ts'

/** Fields of events.k8s.io/v1 and their names in the core form, in which events are stored. */
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
function fromCoreEvent(stored: KubeObject): KubeObject {
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
function toCoreEvent(event: KubeObject): KubeObject {
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

const REFERENCE_FIELDS = ['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath']
const OWN_FIELDS = ['reason', 'reportingComponent', 'source', 'type']
const TYPES = ['Normal', 'Warning']

const involved = (event: KubeObject) => objectAt(event, 'involvedObject')

/** Fields of the stored (core) form. */
function fieldsOf(event: KubeObject): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of REFERENCE_FIELDS) {
    fields[`involvedObject.${field}`] = stringAt(involved(event), field)
    fields[`regarding.${field}`] = stringAt(involved(event), field)
  }
  for (const field of ['reason', 'type']) fields[field] = stringAt(event, field)
  fields.source = stringAt(objectAt(event, 'source'), 'component') || stringAt(event, 'reportingComponent')
  fields.reportingComponent = stringAt(event, 'reportingComponent')
  fields.reportingController = fields.reportingComponent
  return fields
}

const allColumns = [
  column('Last Seen', (event, now) => age(lastSeen(toCoreEvent(event)), now), {
    description: 'The time at which the most recent occurrence of this event was recorded.',
  }),
  column('Type', event => stringAt(event, 'type'), {
    description: 'Type of this event (Normal, Warning), new types could be added in the future',
  }),
  column('Reason', event => stringAt(event, 'reason'), {
    description:
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
  }),
  column('Object', event => objectName(involved(toCoreEvent(event))), {
    description: 'The object that this event is about.',
  }),
  column('Subobject', event => stringAt(involved(toCoreEvent(event)), 'fieldPath'), {
    priority: 1,
    description:
      'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
  }),
  column('Source', event => source(toCoreEvent(event)), {
    priority: 1,
    description: 'The component reporting this event. Should be a short machine understandable string.',
  }),
  column('Message', event => stringAt(toCoreEvent(event), 'message').trim(), {
    description: 'A human-readable description of the status of this operation.',
  }),
  column('First Seen', (event, now) => age(firstSeen(toCoreEvent(event)), now), {
    priority: 1,
    description: 'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
  }),
  column('Count', event => count(toCoreEvent(event)), {
    priority: 1,
    description: 'The number of times this event has occurred.',
  }),
  { ...NAME, priority: 1 },
]

const shared = { plural: 'events', kind: 'Event', shortNames: ['ev'], namespaced: true, allColumns } as const

export const coreEvents = defineResource({
  ...shared,
  group: '',
  version: 'v1',
  document: 'core-v1',
  schema: 'io.k8s.api.core.v1.Event',
  strategy: {
    unconditionalUpdate: true,
    createOnUpdate: true,
    selectable: [...REFERENCE_FIELDS.map(field => `involvedObject.${field}`), ...OWN_FIELDS],
    fields: fieldsOf,
    validate: namespaceCauses,
    validateUpdate: namespaceCauses,
  },
})

export const events = defineResource({
  ...shared,
  group: 'events.k8s.io',
  version: 'v1',
  storage: 'events',
  document: 'events-v1',
  schema: 'io.k8s.api.events.v1.Event',
  conversion: { fromStorage: fromCoreEvent, toStorage: toCoreEvent },
  strategy: {
    unconditionalUpdate: true,
    createOnUpdate: true,
    selectable: [...REFERENCE_FIELDS.map(field => `regarding.${field}`), 'reason', 'reportingController', 'type'],
    validate: event => newEventCauses(event),
  },
})

/** An event is in the namespace of its object; for cluster-scoped objects in `default`. */
function namespaceCauses(event: KubeObject): Cause[] {
  const namespace = stringAt(involved(event), 'namespace')
  if (namespace === namespaceOf(event) || (namespace === '' && namespaceOf(event) === 'default')) return []
  return [invalidValue('involvedObject.namespace', namespace, 'does not match event.namespace')]
}

function newEventCauses(event: KubeObject): Cause[] {
  const causes: Cause[] = []
  if (!stringAt(event, 'eventTime')) return [required('eventTime')]
  for (const field of ['reportingController', 'reportingInstance', 'action', 'reason'])
    if (!stringAt(event, field)) causes.push(required(field))
  if (!TYPES.includes(stringAt(event, 'type')))
    causes.push(invalidValue('type', stringAt(event, 'type'), 'has invalid value'))
  return causes
}

function lastSeen(event: KubeObject): string {
  const series = stringAt(objectAt(event, 'series'), 'lastObservedTime')
  return series || stringAt(event, 'lastTimestamp') || stringAt(event, 'firstTimestamp') || stringAt(event, 'eventTime')
}

function firstSeen(event: KubeObject): string {
  return stringAt(event, 'firstTimestamp') || stringAt(event, 'eventTime')
}

function count(event: KubeObject): number {
  return Number(objectAt(event, 'series').count ?? event.count ?? 1) || 1
}

function source(event: KubeObject): string {
  const { component, host } = objectAt(event, 'source')
  const instance = host || event.reportingInstance
  const name = component || event.reportingComponent
  return [name, name && instance].filter(Boolean).join(', ')
}

function objectName(reference: JsonObject): string {
  return `${stringAt(reference, 'kind').toLowerCase()}/${stringAt(reference, 'name')}`
}
