import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { SharedBody } from './shared-body.ts'

const LONG = JSON.stringify({ text: 'words '.repeat(500) })
const asking = (encodings: string | null) =>
  new Request('http://console/', { headers: encodings === null ? {} : { 'accept-encoding': encodings } })

test.each(['gzip', 'gzip, deflate, br, zstd', 'br;q=1.0, gzip;q=0.8', 'deflate,gzip'])(
  'who takes %j gets it compressed, each time the same',
  async encodings => {
    const body = new SharedBody(LONG)
    for (let n = 0; n < 2; n++) {
      const response = await body.response(asking(encodings))
      expect(response.headers.get('content-encoding')).toBe('gzip')
      expect(response.headers.get('vary')).toBe('accept-encoding')
      const bytes = Buffer.from(await response.arrayBuffer())
      expect(bytes.length).toBeLessThan(LONG.length / 10)
      expect(gunzipSync(bytes).toString()).toBe(LONG)
    }
  },
)

test.each([null, '', 'br', 'identity', 'gzip;q=0', 'gzip;q=0.0, br', 'x-gzipped'])(
  'who takes %j gets it as it is',
  async encodings => {
    const response = await new SharedBody(LONG).response(asking(encodings))
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(await response.text()).toBe(LONG)
  },
)

test('what is short is sent as it is', async () => {
  const response = await new SharedBody('{"few":1}').response(asking('gzip'))
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.json()).toEqual({ few: 1 })
})
