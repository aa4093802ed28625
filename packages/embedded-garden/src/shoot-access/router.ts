import type { Route, Router } from '#embedded-garden/http/server.ts'
import type { Services } from '#embedded-garden/resources/resource.ts'
import { splitShootUrl } from './shoot-address.ts'
import type { ShootServers } from './shoot-servers.ts'

/** Leads requests below a shoot's address to its API server, and all others to the garden's own. */
export function routerOf(garden: Services, shoots: ShootServers | null): Router {
  const own: Route = { services: garden, shoot: null }
  return (request, response) => {
    const split = shoots ? splitShootUrl(request.url ?? '/') : null
    if (!shoots || !split) return own
    const services = shoots.find(split.namespace, split.name, request, response)
    request.url = split.rest
    return services && { services, shoot: `${split.namespace}/${split.name}` }
  }
}
