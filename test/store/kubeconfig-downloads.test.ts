import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AUTH_TIME_SETTINGS, NO_AUTH_TIME, SIGN_IN_AGAIN } from '#lib/auth/sign-in-time.ts'
import { parseAccess } from '#lib/garden/client/kubeconfig-text.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { SECRETS } from '#lib/garden/resources/resource.ts'
import { KUBECONFIG_REQUESTS, REVOKE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { downloadKubeconfig } from '#lib/services/kubeconfigs/download-kubeconfig.ts'
import type { KubeconfigContext } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { AuditError, AuditLog } from '#lib/store/audit/audit-log.ts'
import { listAudit } from '#lib/store/audit/records.ts'
import { NAMESPACE } from '../operators/kubeconfig-world.ts'
import { ADMIN, type Caller, call, kubeconfigServices, OPERATOR, VIEWER } from './kubeconfig-services.ts'

const services = kubeconfigServices()
const written: string[] = []

beforeAll(() => {
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream)
    vi.spyOn(stream, 'write').mockImplementation((...args: Parameters<typeof write>) => {
      written.push(String(args[0]))
      return write(...args)
    })
  }
})

afterAll(() => {
  vi.restoreAllMocks()
})

const secretOf = (name: string) => ({ resource: SECRETS, namespace: NAMESPACE, name: `kubeconfig-${name}` })

describe('a download', () => {
  const download = async (
    name: string,
    { user = ADMIN, age = 0, ...more }: { user?: Caller; age?: number | null; input?: object } = {},
  ) => {
    const input = more.input ?? (await services.seen(name))
    const signedInAt = age === null ? null : services.world.clock.now() - age
    return downloadKubeconfig(services.context, { ...call(user, input), signedInAt }, name)
  }

  test('returns the kubeconfig once the audit log has the entry', async () => {
    const text = await services.issued('mine')
    expect((await download('mine')).toString()).toBe(text)
    const { fingerprint } = (await services.world.request('mine')).status ?? {}
    expect(await listAudit(services.store.db, {}, { limit: 9 })).toMatchObject([
      {
        action: 'download kubeconfig',
        actor: 'anna',
        role: 'admin',
        reason: 'ticket 4711',
        outcome: 'accepted',
        detail: 'The kubeconfig was downloaded.',
        wanted: { fingerprint },
      },
    ])
  })

  test.each<[string, Parameters<typeof download>[1], number, string]>([
    ['by a viewer', { user: VIEWER }, 403, 'Requires the admin role.'],
    ['by an operator', { user: OPERATOR }, 403, 'Requires the admin role.'],
    ['with an old sign-in', { age: 300_000 }, 403, SIGN_IN_AGAIN],
    ['with a sign-in of unknown age', { age: null }, 403, `${NO_AUTH_TIME} ${AUTH_TIME_SETTINGS}`],
    [
      'without a reason',
      { input: { seen: { uid: 'u', generation: 1 }, reason: '' } },
      400,
      'reason: a reason is required',
    ],
  ])('%s is refused and recorded', async (_, options, status, message) => {
    const read = vi.spyOn(services.world.secrets, 'read')
    await expect(download('mine', options)).rejects.toMatchObject({ status, message })
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
    expect(await services.said()).toEqual([`download kubeconfig refused: ${message}`])
  })

  test('of a revoked, missing or expired kubeconfig is refused', async () => {
    await services.issued('over')
    await services.world.annotate('over', REVOKE_ANNOTATION, 'true')
    await expect(download('over')).rejects.toThrow('It is revoked permanently.')
    await services.world.apply('early')
    await expect(download('early')).rejects.toThrow('No kubeconfig has been issued yet.')
    await services.issued('late')
    services.world.clock.skip(3_600_000)
    await expect(download('late')).rejects.toThrow('The kubeconfig has expired.')
  })

  test('is refused when the Secret is missing, unreadable, or differs from the status', async () => {
    await services.issued('torn')
    const { metadata } = await services.world.client.get<KubeObject>(secretOf('torn'))
    const config = Buffer.from('another').toString('base64')
    await services.world.client.patch(
      secretOf('torn'),
      { data: { config } },
      { resourceVersion: metadata?.resourceVersion ?? '' },
    )
    await expect(download('torn')).rejects.toThrow('The kubeconfig is being renewed.')
    await services.world.client.delete(secretOf('torn'))
    await expect(download('torn')).rejects.toThrow('The Secret with the kubeconfig was deleted.')

    await services.issued('hidden')
    const input = await services.seen('hidden')
    services.world.control.faults.add({
      times: 1,
      match: { userAgent: 'hap-secret-reader' },
      mishap: { type: 'status', status: 403 },
    })
    await expect(download('hidden', { input })).rejects.toMatchObject({ kind: 'forbidden' })
    services.world.control.faults.clear()
    expect((await services.said()).map(line => line.split(':')[0])).toEqual([
      'download kubeconfig failed',
      'download kubeconfig refused',
      'download kubeconfig refused',
    ])
  })

  test('never returns a Secret that only a status refers to', async () => {
    await services.issued('thief')
    const request = await services.world.request('thief')
    const { resourceVersion } = request.metadata
    const kubeconfigSecretRef = { name: 'admin-of-example', key: 'config' }
    const place = { resource: KUBECONFIG_REQUESTS, namespace: NAMESPACE, name: 'thief', subresource: 'status' }
    await services.world.client.patch(place, { status: { kubeconfigSecretRef } }, { resourceVersion })
    await expect(download('thief')).rejects.toThrow('belongs to another owner')
  })

  test('fails when the audit log cannot be written', async () => {
    await services.issued('quiet')
    const fails = async () => {
      throw new AuditError('The audit log cannot be written.')
    }
    const input = await services.seen('quiet')
    const read = vi.spyOn(services.world.secrets, 'read')
    const audit = new AuditLog(services.store)
    services.context = { ...services.context, audit: { ...bound(audit), intent: fails } }
    await expect(download('quiet', { input })).rejects.toThrow(AuditError)
    expect(read).not.toHaveBeenCalled()
    read.mockRestore()
    services.context = { ...services.context, audit: { ...bound(audit), outcome: fails } }
    await expect(download('quiet', { input })).rejects.toThrow(AuditError)
  })

  test('leaks no part of a token into the database, the log, events or errors', async () => {
    const text = await services.issued('canary')
    const token = parseAccess(text, 'it').load().getCurrentUser()?.token ?? ''
    expect(token.length).toBeGreaterThan(100)
    const errors: unknown[] = []
    await download('canary')
    for (const options of [{ user: OPERATOR }, { age: null }])
      await download('canary', options).catch(e => errors.push(e))
    services.world.control.faults.add({
      times: 1,
      match: { userAgent: 'hap-secret-reader' },
      mishap: { type: 'status', status: 500 },
    })
    await download('canary').catch(e => errors.push(e))
    services.world.control.faults.clear()
    const tables = await Promise.all([
      services.store.db.$queryRawUnsafe('SELECT * FROM audit_entry'),
      listAudit(services.store.db, {}, { limit: 100 }),
    ])
    const texts = [
      inspect(tables, { depth: null, maxStringLength: null }),
      ...services.world.events,
      ...written,
      inspect(errors, { depth: null }),
    ]
    for (const part of [token, ...token.split('.'), Buffer.from(text).toString('base64').slice(0, 80)])
      expect(texts.some(each => each.includes(part))).toBe(false)
  })
})

function bound(audit: AuditLog): KubeconfigContext['audit'] {
  return {
    intent: draft => audit.intent(draft),
    outcome: draft => audit.outcome(draft),
    refused: (draft, detail) => audit.refused(draft, detail),
  }
}
