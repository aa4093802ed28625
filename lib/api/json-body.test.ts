import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { jsonBody, jsonProblem } from './json-body.ts'

function post(body: BodyInit, type = 'application/json') {
  return new Request('http://console/', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    duplex: 'half',
  } as RequestInit)
}

/** A body in chunks that counts the chunks that were read. */
function parts(text: string, size: number, most = Number.POSITIVE_INFINITY) {
  const bytes = new TextEncoder().encode(text)
  const asked = { parts: 0 }
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const start = asked.parts++ * size
      if (start >= bytes.length && asked.parts > most) controller.close()
      else controller.enqueue(start < bytes.length ? bytes.slice(start, start + size) : new Uint8Array(size))
    },
  })
  return { stream, asked }
}

test.each([1, 2, 3, 1_000])('reads a body in chunks of %s bytes', async size => {
  const value = { 'ü\u{1f600}': ['日本', 1] }
  const { stream } = parts(JSON.stringify(value), size, 0)
  expect(await jsonBody(post(stream), 1_000)).toEqual(value)
})

test('stops reading an endless body at the limit', async () => {
  const { stream, asked } = parts('', 100)
  await expect(jsonBody(post(stream), 1_000)).rejects.toMatchObject({ status: 413 })
  expect(asked.parts).toBeLessThan(15)
})

test('does not read a body whose Content-Length exceeds the limit', async () => {
  const { stream, asked } = parts('', 100)
  const request = post(stream)
  request.headers.set('content-length', '1001')
  await expect(jsonBody(request, 1_000)).rejects.toMatchObject({ status: 413 })
  expect(asked.parts).toBeLessThan(2)
})

test('names the position of a syntax error', async () => {
  const sent = post('{"plan": "aws",\n "provider" "aws"}')
  const detail = 'The body is not JSON: see line 2, column 13.'
  await expect(jsonBody(sent, 1_000)).rejects.toThrow(detail)
})

test.each([
  ['nothing', '', 'application/json', 400],
  ['no JSON', '{', 'application/json', 400],
  ['a form', '{}', 'text/plain', 415],
  ['another JSON', '{}', 'application/jsonx', 415],
])('%s is rejected', async (_, body, type, status) => {
  await expect(jsonBody(post(body, type), 1_000)).rejects.toMatchObject({ status })
})

test.each([
  [65_535, 'The body is not JSON: see line 1, column 2.'],
  [65_536, 'The body is not JSON.'],
])('searches the error in a body of %s bytes only below 64 kB', async (length, detail) => {
  const sent = post(`{${' '.repeat(length - 2)}x`.replace(/^{ /, '{x'))
  await expect(jsonBody(sent, 100_000)).rejects.toThrow(new RefusedRequestError(400, detail))
})

test.each([
  ['', 'The body is empty, and must be JSON.'],
  [' \n', 'The body is empty, and must be JSON.'],
  ['plan=aws', 'The body is not JSON: see line 1, column 1.'],
  ['{', 'The body is not JSON: it ends too early.'],
  ['{"plan": "aws"', 'The body is not JSON: it ends too early.'],
  ['{"plan": "aws",}', 'The body is not JSON: see line 1, column 16.'],
  ['{plan: "aws"}', 'The body is not JSON: see line 1, column 2.'],
  ["{'plan': 1}", 'The body is not JSON: see line 1, column 2.'],
  ['{\n  "plan": "aws",\n  "shared": tru\n}', 'The body is not JSON: see line 3, column 13.'],
  ['{"plan": "aws}', 'The body is not JSON: see line 1, column 10.'],
  ['{"plan" "aws"}', 'The body is not JSON: see line 1, column 9.'],
  ['{"a": 1]', 'The body is not JSON: see line 1, column 8.'],
  ['{}}', 'The body is not JSON: see line 1, column 3.'],
  ['[1 2]', 'The body is not JSON: see line 1, column 4.'],
  ['[01]', 'The body is not JSON: see line 1, column 3.'],
  ['{"a": 1,\n\n "b": NaN}', 'The body is not JSON: see line 3, column 7.'],
])('%j', (text, problem) => {
  expect(jsonProblem(text)).toBe(problem)
})

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('reports a problem exactly for texts that are not JSON', () => {
  const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '\\', '1', '-', '.', 'e', 'true', 'nul', ' ')
  const texts = fc.oneof(
    fc.json(),
    fc.array(pieces, { maxLength: 8 }).map(each => each.join('')),
  )
  fc.assert(
    fc.property(texts, text => (jsonProblem(text) === null) === isJson(text)),
    { numRuns: 1_000 },
  )
})

test('accepts deeply nested lists', () => {
  expect(jsonProblem('['.repeat(50_000) + ']'.repeat(50_000))).toBeNull()
})
