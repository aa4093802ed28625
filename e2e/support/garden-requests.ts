import type { RequestCount } from '#embedded-garden/http/request-log.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'

/** Number of requests that the console has sent to the garden, of one verb or of all. */
export async function requestsOfConsole(garden: GardenClient, verb?: string): Promise<number> {
  const own = (await listRequestsOfConsole(garden)).filter(each => verb === undefined || each.verb === verb)
  return own.reduce((total, { count }) => total + count, 0)
}

/** The requests that the console has sent to the garden, by verb and resource. */
export async function listRequestsOfConsole(garden: GardenClient): Promise<readonly RequestCount[]> {
  const counts = await garden.request<readonly RequestCount[]>({
    doing: 'read what the garden was asked',
    permission: null,
    method: 'GET',
    path: '/garden/requests',
  })
  return counts.filter(({ userAgent }) => userAgent.startsWith('hap-console/0'))
}
