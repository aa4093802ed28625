import { isNotFound } from './garden-error.ts'

/** What a request answers, or null where the server has no such object. Throws what else it throws. */
export async function orNull<Found>(asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
