import { setTimeout as sleep } from 'node:timers/promises'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Access } from './access.ts'
import { type Findings, secondsSince } from './report.ts'

const SUCCESSOR = 'second@example.com'
/** Maximum time from the change of the Cluster until the API server of the shoot applies it. */
const MOST_SECONDS = 30
const LOOK_MS = 250

/**
 * Replaces the administrator of the shoot by another user, then removes that one, and checks the permissions in the
 * shoot.
 */
export async function judgeAdministrators(access: Access, found: Findings): Promise<void> {
  const seconds: number[] = []
  seconds.push(await secondsUntil(access, [access.administrator], found))
  for (const names of [[SUCCESSOR], []]) {
    await access.setAdministrators(names)
    seconds.push(await secondsUntil(access, names, found))
  }
  found.figures.secondsUntilAdministratorsChanged = seconds.slice(1)
}

async function secondsUntil(access: Access, names: readonly string[], found: Findings): Promise<number> {
  const begun = performance.now()
  let last = ''
  const wanted = JSON.stringify({ bound: names, allowed: names })
  while (secondsSince(begun) < MOST_SECONDS) {
    last = await access.inShoot(async shoot => {
      const bindings = await access.administratorBindings(shoot)
      const bound = bindings.flatMap(({ subjects }) => subjects?.map(({ name }) => name) ?? [])
      return JSON.stringify({ bound, allowed: await allowedOf(shoot, [access.administrator, SUCCESSOR]) })
    })
    if (last === wanted) return secondsSince(begun)
    await sleep(LOOK_MS)
  }
  found.violated('administrators are not as named', `${last} instead of ${wanted}`)
  return secondsSince(begun)
}

/** The users with all permissions. */
async function allowedOf(shoot: GardenClient, users: readonly string[]): Promise<readonly string[]> {
  const allowed: string[] = []
  for (const user of users) {
    const spec = { user, resourceAttributes: { verb: '*', group: '*', resource: '*' } }
    const { status } = await shoot.request<{ status?: { allowed?: boolean } }>({
      doing: 'check permissions',
      permission: null,
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      contentType: 'application/json',
      body: JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec }),
    })
    if (status?.allowed === true) allowed.push(user)
  }
  return allowed
}
