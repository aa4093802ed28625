import type { Json, JsonObject } from '#embedded-garden/json.ts'
import { HttpClient } from './http-client.ts'
import type { Exchange, ReceivedResponse, Scenario } from './scenario.ts'
import { plantSeed } from './seed.ts'
import type { Target } from './target.ts'
import { type Answers, fillTemplates } from './templates.ts'

/** The result of replaying one exchange. */
export interface Replayed {
  readonly exchange: Exchange
  readonly index: number
  readonly response: ReceivedResponse | null
  /** The reason for a missing response. */
  readonly problem: string | null
  readonly durationMs: number
}

export interface Replay {
  readonly seedCreated: readonly JsonObject[]
  readonly exchanges: readonly Replayed[]
}

/** Time in which a background watch opens. */
const OPENED_MS = 300

/** Sends every request of a scenario in order, and collects the responses. Throws SeedError. */
export async function replay(scenario: Scenario, target: Target): Promise<Replay> {
  const client = new HttpClient(target.connection)
  try {
    const seedCreated = await plantSeed(client, target, scenario.seed)
    await target.settle()
    return { seedCreated, exchanges: await new Player(scenario, target, client, seedCreated).play() }
  } finally {
    client.close()
  }
}

class Player {
  readonly #scenario: Scenario
  readonly #target: Target
  readonly #client: HttpClient
  readonly #answers: Answers
  readonly #results = new Map<number, Promise<Replayed>>()

  constructor(scenario: Scenario, target: Target, client: HttpClient, seedCreated: readonly Json[]) {
    this.#scenario = scenario
    this.#target = target
    this.#client = client
    this.#answers = { seedCreated, exchanges: scenario.exchanges.map(() => ({})) }
  }

  async play(): Promise<Replayed[]> {
    const { exchanges } = this.#scenario
    for (const [index, exchange] of exchanges.entries()) {
      if (exchange.control) {
        await this.#control(exchange.control)
        continue
      }
      const result = this.#exchange(exchange, index)
      this.#results.set(index, result)
      if (exchange.background) await sleep(OPENED_MS)
      else if (!exchange.parallel || exchange.parallel !== exchanges[index + 1]?.parallel) await this.#foreground()
    }
    return Promise.all(this.#results.values())
  }

  /** Waits for every exchange that does not run in the background. */
  async #foreground(): Promise<void> {
    for (const [index, result] of this.#results) if (!this.#scenario.exchanges[index]?.background) await result
  }

  async #control({ action, ms }: { action: string; ms?: number }): Promise<void> {
    if (action === 'wait') return sleep(ms ?? 0)
    const handler = this.#target.actions[action]
    if (!handler) throw new Error(`this server offers no ${action}`)
    await handler()
  }

  async #exchange(exchange: Exchange, index: number): Promise<Replayed> {
    const startedAt = performance.now()
    const finish = (response: ReceivedResponse | null, problem: string | null): Replayed => ({
      exchange,
      index,
      response,
      problem,
      durationMs: performance.now() - startedAt,
    })
    try {
      const response = await this.#send(exchange)
      const answer = this.#answers.exchanges[index] as { response?: Json }
      answer.response = response as unknown as Json
      return finish(response, null)
    } catch (error) {
      return finish(null, error instanceof Error ? error.message : String(error))
    }
  }

  async #send({ request, as, poll }: Exchange): Promise<ReceivedResponse> {
    if (!request) throw new Error('the exchange has no request')
    const filled = fillTemplates({ path: request.path, body: request.body ?? null, as: as ?? 'admin' }, this.#answers)
    const headers = {
      'User-Agent': 'transcripts',
      Accept: 'application/json',
      ...request.headers,
      ...this.#target.identify(String(filled.as)),
    }
    const body =
      request.body === undefined ? null : typeof filled.body === 'string' ? filled.body : JSON.stringify(filled.body)
    const call = { method: request.method, path: String(filled.path), headers, body }
    const deadline = performance.now() + (poll?.maxMs ?? 0)
    for (;;) {
      const response = await this.#client.send(call)
      if (!poll || response.status === poll.untilStatus || performance.now() > deadline) return response
      await sleep(poll.everyMs)
    }
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
