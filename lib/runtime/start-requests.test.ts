import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { Shutdown } from './shutdown.ts'
import { startRequests } from './start-requests.ts'

test('who follows requests late finds those that are under way, and hears how they end', async () => {
  const shutdown = new Shutdown(error => expect.unreachable(String(error)))
  onTestFinished(() => shutdown.run())
  const requests = startRequests({ of: pathname => pathname, endless: '/events' }, shutdown)
  const answers: ServerResponse[] = []
  const server = http.createServer((_, response) => void answers.push(response)).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const early = fetch(`${url}/early`)
  await expect.poll(() => Array.from(requests.open, ({ pathname }) => pathname)).toEqual(['/early'])
  const begun: string[] = []
  const ended: string[] = []
  requests.follow({
    begun: ({ pathname }) => void begun.push(pathname),
    ended: ({ pathname }, { status }) => void ended.push(`${pathname} ${status}`),
  })
  const late = fetch(`${url}/late`)
  await expect.poll(() => answers.length).toBe(2)
  expect(begun).toEqual(['/late'])
  for (const each of answers) each.end()
  for (const each of await Promise.all([early, late])) await each.text()

  await expect.poll(() => ended.toSorted()).toEqual(['/early 200', '/late 200'])
  expect(requests.open.size).toBe(0)
})
