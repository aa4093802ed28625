import type { FaultInput } from '#embedded-garden/faults/fault.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'

/**
 * Makes the garden respond to every request of the console for a resource with an error status. Returns a function
 * that ends the fault.
 */
export async function failRequests(
  garden: GardenClient,
  resource: string,
  status: number,
  text?: string,
): Promise<() => Promise<unknown>> {
  return addFault(garden, { resource }, { type: 'status', status, ...(text !== undefined && { text }) })
}

/**
 * Makes requests of the console fail from now on: all that match, or the next `times` of them. Returns a function
 * that ends this and every other fault.
 */
export async function addFault(
  garden: GardenClient,
  match: FaultInput['match'],
  mishap: FaultInput['mishap'],
  times = 0,
): Promise<() => Promise<unknown>> {
  const control = (method: string, body: unknown = null) =>
    garden.request({
      doing: 'steer the garden',
      permission: null,
      method,
      path: '/garden/faults',
      body: JSON.stringify(body),
    })
  // Matches the user agent of the console, not that of the test client.
  await control('POST', { match: { ...match, userAgent: 'hap-console/0' }, times, mishap })
  return () => control('DELETE')
}
