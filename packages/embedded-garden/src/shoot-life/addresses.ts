/** Address of a shoot's API server inside Gardener's own domain; also the issuer of its ServiceAccount tokens. */
export function internalAddress(name: string, project: string): string {
  return `https://api.${name}.${project}.internal.live.k8s.example.cloud`
}
