import { randomBytes, randomUUID } from 'node:crypto'
import { objectAt, stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, nameOf, namespaceOf, uidOf } from '#embedded-garden/object.ts'
import type { Services } from '#embedded-garden/resource.ts'
import { thaw } from '#embedded-garden/storage/stored.ts'

interface EventText {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  /** RFC 3339 */
  readonly at: string
}

/** Writes an Event about an object, or counts up the one that says the same. */
export function recordEvent(
  { store }: Services,
  about: { apiVersion: string; kind: string },
  object: KubeObject,
  text: EventText,
): void {
  const namespace = namespaceOf(object)
  for (const stored of store.collection('events').entries(`${namespace}/`)) {
    const { fields } = stored
    if (fields['involvedObject.uid'] !== uidOf(object) || fields.reason !== text.reason) continue
    const event = thaw(stored)
    if (stringAt(event, 'message') !== text.message) continue
    store.put('events', { ...event, count: Number(event.count ?? 1) + 1, lastTimestamp: text.at })
    return
  }
  const { at, ...rest } = text
  store.put('events', {
    metadata: {
      name: `${nameOf(object)}.${randomBytes(8).toString('hex')}`,
      namespace,
      uid: randomUUID(),
      creationTimestamp: at,
    },
    involvedObject: {
      kind: about.kind,
      namespace,
      name: nameOf(object),
      uid: uidOf(object),
      apiVersion: about.apiVersion,
      resourceVersion: stringAt(objectAt(object, 'metadata'), 'resourceVersion'),
    },
    ...rest,
    source: { component: 'gardener-controller-manager' },
    firstTimestamp: at,
    lastTimestamp: at,
    count: 1,
    eventTime: null,
    reportingComponent: 'gardener-controller-manager',
    reportingInstance: '',
  })
}
