import fc from 'fast-check'
import { type ApiCall, type People, sendTo } from './api-caller.ts'
import { type Description, type Target, targetsOf } from './description.ts'
import { type Input, inputsOf } from './inputs.ts'
import { judgeBy } from './judge.ts'
import { knownNames } from './known-names.ts'
import { wellOrder } from './well/well-order.ts'

interface FuzzOptions {
  /** Address of the console. */
  readonly url: string
  readonly token: string
  /** Persons for operations that no token may use; without them these operations never succeed. */
  readonly people: People | null
  /** Number of requests to each operation. */
  readonly runs: number
  readonly seed: number
}

interface FuzzReport {
  readonly requests: number
  readonly operations: number
  /** Number of responses by status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Operations without a successful response, each with the response to the valid request. */
  readonly neverWell: readonly string[]
  /** Responses that contradict the description, a sentence each. */
  readonly faults: readonly string[]
}

/**
 * Sends each operation of a console a valid request, then requests according to the description, and others that
 * violate it, over HTTP.
 */
export async function fuzzApi({ url, token, people, runs, seed }: FuzzOptions): Promise<FuzzReport> {
  const send = sendTo(url, token, people)
  const description = (await (await send('/api/v1/openapi.json')).json()) as Description
  const judge = judgeBy(description)
  const known = await knownNames(async (method, path, body, headers = {}) =>
    (await send(path, { method, body, headers })).json(),
  )
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  const unwell = new Map<Target, string>()
  let requests = 0
  /** Sends a request and records its violations; returns why it did not succeed, or null. */
  const ask = async (target: Target, input: Input, as?: ApiCall['as']): Promise<string | null> => {
    const { path, call } = requestOf(target, input)
    const response = await send(path, { ...call, ...(as && { as }) })
    const { status } = response
    const answer = { status, type: response.headers.get('content-type') ?? '', text: await response.text() }
    requests++
    statuses[status] = (statuses[status] ?? 0) + 1
    const wrong = judge(target, answer)
    if (wrong !== null) faults.push(faultWords(target, input, `${wrong}: ${answer.text.slice(0, 300)}`))
    return status < 300 ? wrong : `${status} ${answer.text.slice(0, 300)}`
  }
  const targets = targetsOf(description)
  for (const target of targets) {
    const why = await attempt(async () => {
      const { as, path = {}, query = {}, headers = {}, body } = await wellOrder(target, send, known)
      return ask(target, { manner: 'what is well', path, query, headers, body }, as)
    })
    if (why !== null) unwell.set(target, why)
  }
  for (const [n, target] of targets.entries())
    for (const input of fc.sample(inputsOf(target, description, known), { numRuns: runs, seed: seed + n }))
      if ((await ask(target, input)) === null) unwell.delete(target)
  const neverWell = [...unwell].map(([{ method, address }, why]) => `${method} ${address}: ${why}`)
  return { requests, operations: targets.length, statuses, neverWell, faults }
}

/** The reason why an operation cannot be called, or the result of the valid request. */
async function attempt(what: () => Promise<string | null>): Promise<string | null> {
  try {
    return await what()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function requestOf({ address, method }: Target, { path, query, headers, body }: Input) {
  const filled = address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((path[name] || 'x').toWellFormed()),
  )
  // Without a path segment it would be another address, and clients remove dots themselves.
  const sent = filled.replaceAll(/\/(\.{1,2})(?=\/|$)/g, '/x')
  const parameters = new URLSearchParams(query).toString()
  return { path: parameters === '' ? sent : `${sent}?${parameters}`, call: { method, headers, body } }
}

function faultWords({ method, address }: Target, { manner, ...input }: Input, wrong: string): string {
  return `${method} ${address} with ${manner}: ${wrong}\n    ${JSON.stringify(input).slice(0, 600)}`
}
