import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Admission, admitBefore } from './admission.ts'

const handler = vi.fn()

/** A server whose handler echoes the body of each request, behind an admission. */
async function serverBehind(admission: Admission, onError: (error: unknown) => void = () => undefined) {
  handler.mockReset()
  const server = createServer(async (request, response) => {
    handler(request.url)
    const parts = await request.toArray()
    response.end(Buffer.concat(parts))
  })
  const release = admitBefore(server, admission, onError)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, release }
}

async function post(port: number, body: string) {
  const call = send({ host: '127.0.0.1', port, method: 'POST' })
  call.end(body)
  const [answer] = await once(call, 'response')
  return { status: answer.statusCode, text: (await answer.setEncoding('utf8').toArray()).join('') }
}

const refuse: Admission = async () => new Response('Sign in to continue.', { status: 401 })

test('responds to a refused request before its body arrives, and calls no handler', async () => {
  const { port } = await serverBehind(refuse)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2000000\r\n\r\n')
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  expect(answer).toMatch(/^HTTP\/1.1 401 /)
  expect(answer).toContain("object-src 'none'")
  expect(answer).not.toMatch(/connection: close/i)
  expect(handler).not.toHaveBeenCalled()
})

test.each([
  ['does not declare its length', 'transfer-encoding: chunked'],
  ['is larger than any that is read', 'content-length: 3000000'],
])('closes the connection of a refused request whose body %s', async (_, header) => {
  const { port } = await serverBehind(refuse)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`POST / HTTP/1.1\r\nhost: a\r\n${header}\r\n\r\n`)
  const [answer] = await once(socket.setEncoding('utf8'), 'data')
  expect(answer).toMatch(/connection: close/i)
  await once(socket, 'close')
})

test('passes on an admitted request with its whole body after a slow decision', async () => {
  const gate = Promise.withResolvers<null>()
  const { port } = await serverBehind(() => gate.promise)
  const body = 'x'.repeat(1_000_000)
  const answered = post(port, body)
  gate.resolve(null)
  expect(await answered).toEqual({ status: 200, text: body })
})

test('does not decide about a request outside its scope', async () => {
  const { port } = await serverBehind(() => null)
  expect(await post(port, 'a')).toEqual({ status: 200, text: 'a' })
})

test('responds with 500 when the decision fails, and reports the error', async () => {
  const onError = vi.fn()
  const { port } = await serverBehind(async () => {
    throw new Error('no decision')
  }, onError)
  expect(await post(port, 'a')).toMatchObject({ status: 500 })
  expect(handler).not.toHaveBeenCalled()
  expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'no decision' }))
})

test('lets every request pass after it was removed', async () => {
  const { port, release } = await serverBehind(refuse)
  expect(await post(port, 'a')).toMatchObject({ status: 401 })
  release()
  expect(await post(port, 'a')).toEqual({ status: 200, text: 'a' })
})
