import { isObject, objectsAt, stringAt } from '#embedded-garden/json.ts'
import { HttpClient } from './http-client.ts'
import type { Scenario } from './scenario.ts'
import type { Target } from './target.ts'

/** The API groups of a server. */
export async function groupsOf(target: Target): Promise<Set<string>> {
  const client = new HttpClient(target.connection)
  try {
    const headers = { ...target.identify('admin'), Accept: 'application/json' }
    const { body } = await client.send({ method: 'GET', path: '/apis', headers, body: null })
    return new Set(isObject(body) ? objectsAt(body, 'groups').map(group => stringAt(group, 'name')) : [])
  } finally {
    client.close()
  }
}

/** The reason why a server cannot run a scenario; null when it can. */
export function inability(scenario: Scenario, target: Target, groups: ReadonlySet<string>): string | null {
  for (const { control } of scenario.exchanges)
    if (control && control.action !== 'wait' && !target.actions[control.action])
      return `it cannot be made to ${control.action}`
  for (const manifest of scenario.seed) {
    const version = stringAt(manifest, 'apiVersion')
    const group = version.includes('/') ? (version.split('/')[0] ?? '') : ''
    if (group && !groups.has(group)) return `it does not serve ${group}`
  }
  const gardener = scenario.exchanges.map(
    ({ request }) => /\/apis\/([a-z]+\.gardener\.cloud)\b/.exec(request?.path ?? '')?.[1],
  )
  const missing = gardener.find(group => group !== undefined && !groups.has(group))
  return missing ? `it does not serve ${missing}` : null
}
