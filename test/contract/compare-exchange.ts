import { isObject, type Json, type JsonObject, objectAt, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { decodedDifferences } from './decoded.ts'
import { type Comparison, type Difference, differences } from './difference.ts'
import { normaliseBody, normaliseEvent } from './normalise.ts'
import type { Replayed } from './replay.ts'
import type { Level, ReceivedResponse, WatchEvent } from './scenario.ts'

/** The differences between the response to an exchange and the recorded one, at the level of its scenario. */
export function compareExchange(
  { exchange, response, problem }: Replayed,
  level: Level,
  comparison: Comparison,
): Difference[] {
  const recorded = exchange.response
  if (!recorded) return []
  if (!response) return [{ path: 'response', expected: `status ${recorded.status}`, actual: problem ?? 'no answer' }]
  if (recorded.status !== response.status)
    return [{ path: 'status', expected: String(recorded.status), actual: `${response.status} ${worded(response)}` }]
  if (recorded.events) return compareWatch(recorded, response, level, comparison)
  if (level === 'reason') return compareReason(recorded.body, response.body, comparison)
  return [
    ...compareHeaders(recorded, response),
    ...differences(bodyOf(recorded), bodyOf(response), comparison),
    ...decodedDifferences(exchange.decoded, response.body, comparison),
  ]
}

function bodyOf(response: ReceivedResponse): Json | undefined {
  return normaliseBody(response.body, contentType(response))
}

function contentType(response: ReceivedResponse): string {
  return String(response.headers['Content-Type'] ?? '')
}

function compareHeaders(recorded: ReceivedResponse, response: ReceivedResponse): Difference[] {
  const found: Difference[] = []
  if (contentType(recorded) !== contentType(response))
    found.push({ path: 'Content-Type', expected: contentType(recorded), actual: contentType(response) })
  const [wanted, got] = [warnings(recorded), warnings(response)]
  if (wanted !== got)
    found.push({
      path: 'Warning',
      expected: `${wanted} header(s)`,
      actual: `${got}: ${String(response.headers.Warning)}`,
    })
  return found
}

function warnings(response: ReceivedResponse): number {
  const { Warning: header } = response.headers
  return header === undefined ? 0 : Array.isArray(header) ? header.length : 1
}

/** Kind and names of the returned object, or the reason of a failure. */
function compareReason(recorded: Json | undefined, actual: Json | undefined, comparison: Comparison): Difference[] {
  if (!isObject(recorded)) return []
  if (recorded.kind === 'Status' && recorded.status === 'Failure')
    return differences(
      stringAt(recorded, 'reason'),
      isObject(actual) ? stringAt(actual, 'reason') : null,
      comparison,
      'body.reason',
    )
  return differences(essence(recorded), isObject(actual) ? essence(actual) : null, comparison)
}

function essence(object: JsonObject): JsonObject {
  const items = Array.isArray(object.items) ? { items: objectsAt(object, 'items').map(nameOf) } : {}
  return { kind: object.kind ?? null, name: nameOf(object), ...items }
}

function nameOf(object: JsonObject): string {
  return stringAt(objectAt(object, 'metadata'), 'name')
}

function compareWatch(
  recorded: ReceivedResponse,
  response: ReceivedResponse,
  level: Level,
  comparison: Comparison,
): Difference[] {
  const [expected, actual] = [collapse(recorded.events ?? []), collapse(response.events ?? [])]
  const found: Difference[] = []
  if (recorded.ended !== response.ended)
    found.push({ path: 'ended', expected: String(recorded.ended), actual: String(response.ended) })
  for (let i = 0; i < Math.max(expected.length, actual.length); i++) {
    const [wanted, got] = [expected[i], actual[i]]
    if (wanted?.type !== got?.type) {
      found.push({ path: `events[${i}].type`, expected: wanted?.type ?? '(end)', actual: got?.type ?? '(end)' })
      return found
    }
    if (!wanted || !got) return found
    const path = `events[${i}].object`
    found.push(
      ...(level === 'reason'
        ? differences(essence(wanted.object), essence(got.object), comparison, path)
        : differences(
            normaliseEvent(wanted.type, wanted.object),
            normaliseEvent(got.type, got.object),
            comparison,
            path,
          )),
    )
  }
  return found
}

/** The number of consecutive bookmarks is random. */
function collapse(events: readonly WatchEvent[]): WatchEvent[] {
  return events.filter((event, i) => event.type !== 'BOOKMARK' || events[i - 1]?.type !== 'BOOKMARK')
}

function worded(response: ReceivedResponse): string {
  return isObject(response.body) ? stringAt(response.body, 'message') : String(response.body ?? '')
}
