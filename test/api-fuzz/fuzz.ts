import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { type Description, type Target, targetsOf } from './description.ts'
import { type Input, inputsOf } from './inputs.ts'
import { judgeBy } from './judge.ts'
import { knownNames } from './known-names.ts'

interface FuzzOptions {
  /** Address of the console. */
  readonly url: string
  readonly token: string
  /** Requests to each operation. */
  readonly runs: number
  readonly seed: number
  /** Whether an operation is among those that are asked; default: all are. */
  readonly only?: (target: Target) => boolean
}

interface FuzzReport {
  readonly requests: number
  readonly operations: number
  /** How many answers had which status. */
  readonly statuses: Readonly<Record<string, number>>
  /** Operations that were never answered as they describe for when all is well. */
  readonly neverWell: readonly string[]
  /** Of those, the ones that take neither parameters nor a body: no input excuses them. */
  readonly plainNeverWell: readonly string[]
  /** What was answered otherwise than described, a sentence each. */
  readonly faults: readonly string[]
}

/** Asks every operation of a console what it describes, and what it does not, over HTTP. */
export async function fuzzApi({ url, token, runs, seed, only = () => true }: FuzzOptions): Promise<FuzzReport> {
  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers }
    const response = await fetch(new URL(path, url), { ...init, headers, redirect: 'manual' })
    if (response.status !== 429) return response
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1_000)
    return send(path, init)
  }
  const description = (await (await send('/api/v1/openapi.json')).json()) as Description
  const judge = judgeBy(description)
  const known = await knownNames(async (method, path, body, headers = {}) => {
    const init = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
    return (await send(path, { method, ...init })).json()
  })
  const statuses: Record<string, number> = {}
  const faults: string[] = []
  const neverWell: string[] = []
  const plainNeverWell: string[] = []
  let requests = 0
  const targets = targetsOf(description).filter(only)
  for (const [n, target] of targets.entries()) {
    let well = false
    for (const input of fc.sample(inputsOf(target, description, known), { numRuns: runs, seed: seed + n })) {
      const { path, init } = requestOf(target, input)
      const response = await send(path, init)
      const answer = {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        text: await response.text(),
      }
      requests++
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      if (answer.status < 300) well = true
      const wrong = judge(target, answer)
      if (wrong !== null) faults.push(faultWords(target, input, `${wrong}: ${answer.text.slice(0, 300)}`))
    }
    if (well) continue
    const name = `${target.method} ${target.address}`
    neverWell.push(name)
    const { parameters, requestBody } = target.operation
    if (parameters.length === 0 && requestBody === undefined) plainNeverWell.push(name)
  }
  return { requests, operations: targets.length, statuses, neverWell, plainNeverWell, faults }
}

function requestOf({ address, method }: Target, { path, query, headers, body }: Input) {
  const filled = address.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent((path[name] || 'x').toWellFormed()),
  )
  // Without a piece it would be another address, and a client takes dots away itself.
  const sent = filled.replaceAll(/\/(\.{1,2})(?=\/|$)/g, '/x')
  const parameters = new URLSearchParams(query).toString()
  const init: RequestInit = {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return { path: parameters === '' ? sent : `${sent}?${parameters}`, init }
}

function faultWords({ method, address }: Target, { manner, ...input }: Input, wrong: string): string {
  return `${method} ${address} with ${manner}: ${wrong}\n    ${JSON.stringify(input).slice(0, 600)}`
}
