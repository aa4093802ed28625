import { runHap } from '../../test/cli/run-hap.ts'
import { recreateBinding } from '../support/landscape-accounts.ts'
import { expect, test } from '../support/test.ts'

const NAME = 'e2e-restored'
const ORDER = { name: NAME, labels: { hyperscalerType: 'gdch_e2e' }, of: 'sap-aws-skr-cust-00013' }

test('a recreated binding is in doubt until an administrator accepts it by the command line', async ({
  page,
  garden,
  landscape,
  signIn,
}) => {
  await signIn('admin')
  const tokenFor = async (role: string) => {
    const order = { name: `landscape ${role} ${Date.now()}`, role, days: 1 }
    return (await (await page.request.post('/api/v1/tokens', { data: order })).json()).token
  }
  const [operator, admin] = [await tokenFor('operator'), await tokenFor('admin')]
  const hap = (token: string, ...args: readonly string[]) =>
    runHap(['landscape', ...args, '--console', landscape.url, '--token-file', 'token'], { token: `${token}\n` })
  const doubted = async () => (await (await page.request.get('/api/v1/landscape')).json()).doubted

  const remove = await recreateBinding(garden, ORDER, async () => (await doubted()).length > 0)
  expect(await doubted()).toEqual([
    { kind: 'CredentialsBinding', name: NAME, uid: expect.any(String), doubt: 'restored' },
  ])

  await page.goto(`/bindings/CredentialsBinding/${NAME}`)
  await expect(page.getByText('The binding was restored or recreated.')).toBeVisible()
  await expect(page.getByText('1 binding was restored, recreated or copied').first()).toBeVisible()
  const seen = await hap(operator)
  expect([seen.code, seen.out]).toEqual([1, expect.stringContaining(`CredentialsBinding ${NAME}: restored`)])
  const refused = await hap(operator, 'accept', '--reason', 'no')
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('Requires the admin role')])

  const accepted = await hap(admin, 'accept', '--reason', 'made again for the test')
  const restored = `CredentialsBinding ${NAME}: restored or recreated: its uid differs from the recorded one.`
  expect([accepted.code, ...accepted.out.split('\n')]).toEqual([
    0,
    restored,
    expect.stringMatching(/^Digest of the present list, for --seen: \w+$/),
    'Accepted 1 binding and 0 notices. 0 claims changed.',
  ])
  await expect.poll(doubted).toEqual([])
  await expect(page.getByText('The binding was restored or recreated.')).toBeHidden()
  expect((await hap(operator)).code).toBe(0)
  await page.goto('/audit')
  await expect(page.getByText('made again for the test').first()).toBeVisible()
  await remove()
})
