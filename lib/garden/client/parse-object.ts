import { GardenError } from './garden-error.ts'

/** A JSON object in the shape the caller expects of the API. Throws GardenError `unexpected` for anything else. */
export function parseObject<T>(doing: string, text: string): T {
  try {
    const parsed: T = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null) return parsed
  } catch {
    // Falls through: said in our own words below.
  }
  throw new GardenError({ kind: 'unexpected', doing, because: 'the answer is not what a Kubernetes API sends.' })
}
