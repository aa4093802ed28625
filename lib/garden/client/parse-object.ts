import { dropNullFields } from '#lib/garden/resources/null-fields.ts'
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
