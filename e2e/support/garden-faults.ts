import type { GardenClient } from '#lib/garden/client/client.ts'

/** Makes the garden answer every request of the console for a resource with an error status, and some words. Out: how to end that. */
export async function failRequests(
  garden: GardenClient,
  resource: string,
  status: number,
  text?: string,
): Promise<() => Promise<unknown>> {
  const control = (method: string, body: unknown = null) =>
    garden.request({
      doing: 'steer the garden',
      permission: null,
      method,
      path: '/garden/faults',
      body: JSON.stringify(body),
    })
  await control('POST', {
    // The version of the product, not that of the tests' own client.
    match: { resource, userAgent: 'hap-console/0' },
    times: 0,
    mishap: { type: 'status', status, ...(text !== undefined && { text }) },
  })
  return () => control('DELETE')
}
