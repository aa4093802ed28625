import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from '../support/test.ts'

interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** Returns the response without decompressing it, unlike fetch. */
async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const call = request(url, { headers, agent: false })
  call.end()
  const [answer] = await once(call, 'response')
  return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(await answer.toArray()) }
}

test('scripts and styles are compressed for clients that accept it, with the same content for all', async ({
  landscape,
}) => {
  const html = await (await fetch(`${landscape.url}/sign-in`)).text()
  const addresses = [...new Set(html.match(/\/_next\/static\/[^"\\]+\.(?:js|css)/g))]
  expect(
    addresses.some(address => address.endsWith('.js')) && addresses.some(address => address.endsWith('.css')),
  ).toBe(true)
  let packedFiles = 0
  for (const address of addresses) {
    const url = landscape.url + address
    const plain = await ask(url, { 'accept-encoding': 'identity' })
    const packed = await ask(url, { 'accept-encoding': 'gzip, deflate, br, zstd' })
    expect(plain.status, address).toBe(200)
    expect(packed.status, address).toBe(200)
    for (const name of ['content-type', 'cache-control', 'content-security-policy', 'x-content-type-options'])
      expect(packed.headers[name], `${name} of ${address}`).toBe(plain.headers[name])
    expect(packed.headers.vary, address).toMatch(/accept-encoding/i)
    if (packed.headers['content-encoding'] !== 'br') continue
    packedFiles++
    expect(brotliDecompressSync(packed.body).equals(plain.body), address).toBe(true)
    const again = await ask(url, { 'accept-encoding': 'br', 'if-none-match': packed.headers.etag ?? '' })
    expect(again.status, address).toBe(304)
  }
  expect(packedFiles).toBeGreaterThan(5)
})
