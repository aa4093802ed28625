const ADDRESS = /^\/shoots\/([^/?]+)\/([^/?]+)(.*)$/

/** Path below the garden's address at which the API server of a shoot answers. */
export function shootPath(namespace: string, name: string): string {
  return `/shoots/${namespace}/${name}`
}

/** Which shoot the URL of a request belongs to, and the URL as its API server sees it; null when it is the garden's own. */
export function splitShootUrl(url: string): { namespace: string; name: string; rest: string } | null {
  const [namespace, name, rest] = ADDRESS.exec(url)?.slice(1) ?? []
  if (namespace === undefined || name === undefined) return null
  return { namespace, name, rest: rest?.startsWith('/') ? rest : `/${rest ?? ''}` }
}
