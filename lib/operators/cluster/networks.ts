/** Networks of a shoot, as Kyma's infrastructure manager chooses them: far from what customers usually have in their own. */
export const NODES = '10.250.0.0/16'
export const PODS = '100.64.0.0/12'
export const SERVICES = '100.104.0.0/13'

/** Blocks of the node network: more than any region has zones. */
export const MOST_ZONES = 8

interface ZoneNetworks {
  /** All of the zone's part. */
  readonly block: string
  /** For providers that want three networks: half of the block is for nodes. */
  readonly workers: string
  readonly public: string
  readonly internal: string
}

/** The part of the node network that a zone gets, by its place among the zones of the shoot. */
export function zoneNetworks(place: number): ZoneNetworks {
  const start = place * 32
  return {
    block: `10.250.${start}.0/19`,
    workers: `10.250.${start}.0/20`,
    public: `10.250.${start + 16}.0/21`,
    internal: `10.250.${start + 24}.0/21`,
  }
}
