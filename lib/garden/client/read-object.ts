import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { dropNullFields, MalformedObjectError } from '#lib/garden/resources/read-fields.ts'
import { GardenError } from './garden-error.ts'

/** A JSON object in the shape the caller expects of the API, without fields that are null. Throws GardenError `unexpected` for anything else. */
export function parseObject<T extends object>(doing: string, text: string): T {
  return dropNullFields(parseJson<T>(doing, text))
}

/** The same with the fields that are null. */
export function parseJson<T extends object>(doing: string, text: string): T {
  try {
    const parsed: T = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Falls through: the text of JSON.parse quotes the answer.
  }
  throw new GardenError({ kind: 'unexpected', doing, because: 'the answer is not what a Kubernetes API sends.' })
}

/**
 * Reads an object that decides something, so that it cannot be skipped: a cluster on an account must not be overlooked. Throws
 * GardenError `unexpected` for a malformed one.
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

/** Reads an object among many; null for a malformed one. */
export function projectOrNull<T extends KubeObject, Item>(project: (object: T) => Item | null, object: T): Item | null {
  try {
    return project(object)
  } catch (error) {
    if (!(error instanceof MalformedObjectError)) throw error
    return null
  }
}
