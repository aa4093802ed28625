import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '#lib/hap/document.ts'
import { type Config, valueAt, withValue } from './merge-config.ts'

/** Where provider extensions keep what cannot be changed once a cluster is in it. */
const FIXED: readonly (readonly string[])[] = [
  ['networks', 'vpc', 'cidr'],
  ['networks', 'vpc', 'id'],
  ['networks', 'vnet', 'cidr'],
  ['networks', 'vnet', 'name'],
  ['networks', 'workers'],
  ['floatingPoolName'],
]
const ZONES = ['networks', 'zones']
const FIXED_OF_ZONE = ['workers', 'public', 'internal', 'cidr']

/**
 * The infrastructureConfig of a shoot that has one: its networks stay, its zones in their order with their networks, and new ones come
 * after them. Everything else, NAT gateways for example, is as wanted.
 */
export function keptNetworks(has: Config, wanted: Config): Config {
  let kept = wanted
  for (const path of FIXED) {
    const value = valueAt(has, path)
    if (value !== undefined && !isDeepStrictEqual(value, valueAt(kept, path))) kept = withValue(kept, path, value)
  }
  const zones = keptZones(zonesOf(has), zonesOf(kept))
  return zones.length === 0 ? kept : withValue(kept, ZONES, zones)
}

function keptZones(has: readonly Config[], wanted: readonly Config[]): readonly Config[] {
  const kept = has.map(zone => {
    const wish = wanted.find(({ name }) => name === zone.name) ?? zone
    const networks = FIXED_OF_ZONE.filter(field => zone[field] !== undefined).map(field => [field, zone[field]])
    return { ...wish, ...Object.fromEntries(networks) }
  })
  const names = new Set(has.map(({ name }) => name))
  return [...kept, ...wanted.filter(({ name }) => !names.has(name))]
}

function zonesOf(config: Config): readonly Config[] {
  const zones = valueAt(config, ZONES)
  return Array.isArray(zones) ? zones.filter(isRecord) : []
}
