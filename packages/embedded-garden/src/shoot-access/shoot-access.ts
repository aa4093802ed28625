/** How the API servers of shoots are reached. */
export interface ShootAccess {
  /** PEM of the authority behind the certificate of those addresses. */
  readonly serverAuthority: string
  /** Where the API server of a shoot answers. */
  addressOf(namespace: string, name: string): string
  /** The kubeconfig that stands in for those a shoot would hand out to administrators; null = none does. */
  standIn(namespace: string, name: string): string | null
}
