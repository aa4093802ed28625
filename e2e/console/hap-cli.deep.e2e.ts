import { runHap } from '../../test/cli/run-hap.ts'
import { idleBinding } from '../support/idle-binding.ts'
import { snapshotLabels } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

test('hap calls a console with a token: pools, bindings, explain, claim, give-back, release', async ({
  page,
  garden,
  landscape,
  signIn,
}) => {
  await signIn('admin')
  const order = { name: `hap ${Date.now()}`, role: 'operator', days: 1 }
  const { token, id } = await (await page.request.post('/api/v1/tokens', { data: order })).json()
  const hap = (...args: readonly string[]) =>
    runHap([...args, '--console', landscape.url, '--token-file', 'token'], { token: `${token}\n` })

  const pools = await hap('pools')
  expect([pools.code, pools.err]).toEqual([0, ''])
  expect(pools.out).toMatch(/^POOL +USABLE +FREE .* WAITING +PROBLEM\n(.*\n)*aws · EU /m)
  const unknown = await hap('pools', 'nonsense:1')
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining('Unknown field nonsense')])

  const bindings = await hap('bindings', '--limit', '2', 'state:claimed')
  expect(bindings.out.split('\n')).toHaveLength(4)
  expect(JSON.parse((await hap('bindings', '--json', '--limit', '2')).out).rows).toHaveLength(2)

  const why = ['--plan', 'aws', '--platform-region', 'cf-eu11', '--global-account', 'ga-hap']
  const explained = await hap('explain', ...why)
  expect([explained.code, explained.err]).toEqual([0, ''])
  expect(explained.out).toContain('aws(PR=cf-eu11) -> EU')
  const { kind, name: predicted } = JSON.parse((await hap('explain', '--json', ...why)).out).simulation.decision.outcome
    .binding
  const restoreLabels = await snapshotLabels(garden, kind, predicted)

  const claimed = await hap('claim', ...why, '--key', order.name.replace(' ', '-'))
  expect([claimed.code, claimed.err]).toEqual([0, ''])
  expect(claimed.out).toContain(predicted)
  expect((await hap('claim', ...why, '--key', order.name.replace(' ', '-'))).out).toBe(claimed.out)
  const claim = /claim ([\w-]+),/.exec(claimed.out)?.[1]
  const taken = await hap('release', predicted, '--reason', 'to see it refused')
  expect([taken.code, taken.out]).toEqual([1, ''])
  expect(await hap('give-back', claim ?? '')).toMatchObject({
    code: 0,
    out: `Claim ${claim} is released. The account was marked dirty.`,
    err: '',
  })
  expect(await hap('give-back', claim ?? '')).toMatchObject({
    code: 0,
    out: `Claim ${claim} was already released. The account was marked dirty.`,
    err: '',
  })
  expect(await hap('give-back', 'no-such')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^hap: There is no claim no-such\. .*"hap claim" prints it/),
  })
  const over = await hap('claim', ...why, '--key', order.name.replace(' ', '-'))
  expect(over.code).toBe(1)
  expect(over.out).toMatch(/is no longer assigned to it\. Use a new key for another cluster\./)
  await restoreLabels()

  const { kind: kindOfIdle, name } = await idleBinding(page)
  const undo = await snapshotLabels(garden, kindOfIdle, name)
  const dry = await hap('release', name, '--reason', 'no longer needed', '--dry-run')
  expect([dry.code, dry.err]).toEqual([0, ''])
  expect(dry.out).toContain('+ dirty: true')
  const released = await hap('release', name, '--reason', 'no longer needed', '--ticket', 'OPS-1')
  expect([released.code, released.out]).toEqual([0, expect.stringContaining(`${name} is released.`)])
  expect((await hap('release', name, '--reason', 'again')).code).toBe(1)
  await undo()
  expect(await hap('release', 'no-such', '--reason', 'x')).toMatchObject({
    code: 1,
    err: 'hap: There is no binding no-such. "hap bindings" lists the existing ones.',
  })
  await page.goto('/audit')
  await expect(page.getByText(`token ${order.name} of Ada Admin`).first()).toBeVisible()

  await page.request.delete(`/api/v1/tokens/${id}`)
  const late = await hap('pools')
  expect([late.code, late.err]).toEqual([2, 'hap: This token is revoked. Ask an admin for a new one.'])
})
