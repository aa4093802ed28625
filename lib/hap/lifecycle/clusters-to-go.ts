/** How many clusters have to go before an account gets new ones again (seed 003: 71 for 250 of 180); 0 for one with room. */
export function clustersToGo(clusters: number, limit: number): number {
  return Math.max(0, clusters - limit + 1)
}
