import { type ObjectPlace, SECRETS } from '#lib/garden/resources/resource.ts'
import { accountName, type RequestIdentity } from './names.ts'

/** Of a Secret (Kubernetes). */
const MOST_NAME = 253

/** Where the kubeconfig of a request goes. A name that people can foretell, and mount. */
export function secretPlaceOf(request: RequestIdentity): ObjectPlace & { readonly namespace: string } {
  const { namespace, name } = request
  const foreseeable = `kubeconfig-${name}`
  return { resource: SECRETS, namespace, name: foreseeable.length <= MOST_NAME ? foreseeable : accountName(request) }
}
