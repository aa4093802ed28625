import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { dropNullFields, MalformedObjectError } from '#lib/garden/resources/read-fields.ts'
import { GardenError } from './garden-error.ts'

/**
 * Parses a JSON object of the API and drops null fields. Throws GardenError `unexpected` for
 * anything else.
 */
export function parseObject<T extends object>(doing: string, text: string): T {
  return dropNullFields(parseJson<T>(doing, text))
}

/** Parses a JSON object and keeps null fields. */
export function parseJson<T extends object>(doing: string, text: string): T {
  try {
    const parsed: T = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Falls through: the message of JSON.parse quotes the answer.
  }
  throw new GardenError({ kind: 'unexpected', doing, because: 'the answer is not what a Kubernetes API sends.' })
}

/**
 * Projects an object that a decision needs, such as a cluster on an account: it must not be
 * skipped. Throws GardenError `unexpected` for a malformed one.
 */
export function projectOrThrow<T extends KubeObject, Item>(project: (object: T) => Item, object: T): Item {
  try {
    return project(object)
  } catch (error) {
    if (!(error instanceof MalformedObjectError)) throw error
    const { kind = 'object', metadata } = object
    const doing = `read ${kind} ${typeof metadata?.name === 'string' ? metadata.name : 'without a name'}`
    throw new GardenError({ kind: 'unexpected', doing, because: `${error.message}.` }, { cause: error })
  }
}

/** Projects an object of many; null for a malformed one. */
export function projectOrNull<T extends KubeObject, Item>(project: (object: T) => Item | null, object: T): Item | null {
  try {
    return project(object)
  } catch (error) {
    if (!(error instanceof MalformedObjectError)) throw error
    return null
  }
}
