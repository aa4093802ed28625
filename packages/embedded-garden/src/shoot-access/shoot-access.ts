/** How the API servers of shoots are reached. */
export interface ShootAccess {
  /** PEM of the authority behind the certificate of those addresses. */
  readonly serverAuthority: string
  /** Where the API server of a shoot answers. */
  addressOf(namespace: string, name: string): string
  /** The kubeconfig that replaces those the shoot issues to administrators; null = no override. */
  standIn(namespace: string, name: string): string | null
}
