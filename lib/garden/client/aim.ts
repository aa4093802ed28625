import { describePlace, type Place } from '#lib/garden/resources/resource.ts'
import type { Call } from './transport.ts'

/** What a call does, for words and for the permission it needs. */
export function aim(verb: string, place: Place): Pick<Call, 'doing' | 'permission'> {
  const { resource, namespace, subresource } = place
  return {
    doing: `${verb} ${describePlace(place)}`,
    permission: {
      verb,
      resource: subresource === undefined ? resource.plural : `${resource.plural}/${subresource}`,
      group: resource.group,
      namespace,
    },
  }
}
