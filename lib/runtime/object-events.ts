import type { GardenClient } from '#lib/garden/client/client.ts'
import { EVENTS, type EventObject } from '#lib/operators/framework/event-recorder.ts'

interface About {
  readonly client: Pick<GardenClient, 'page'>
  readonly namespace: string
  /** Of the object the events are about. */
  readonly uid: string
}

/** More than this of one object nobody reads. */
const MOST = 200

/** What happened to an object lately, newest first; Kubernetes keeps an hour of it. Throws GardenError. */
export async function readEvents(
  { client, namespace, uid }: About,
  signal?: AbortSignal,
): Promise<readonly EventObject[]> {
  const events: EventObject[] = []
  const collection = { resource: EVENTS, namespace, fieldSelector: `regarding.uid=${uid}` }
  await client.page<EventObject>(collection, { limit: MOST, ...(signal && { signal }) }, event => events.push(event))
  return events.toSorted((a, b) => lastSeen(b).localeCompare(lastSeen(a)))
}

function lastSeen({ series, eventTime, metadata }: EventObject): string {
  return series?.lastObservedTime ?? eventTime ?? metadata?.creationTimestamp ?? ''
}
