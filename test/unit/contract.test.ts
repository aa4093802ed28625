import { describe, expect, test, vi } from 'vitest'
import type { Json, JsonObject } from '#embedded-garden/json.ts'
import { compareReplay } from '../contract/compare.ts'
import { embeddedTarget } from '../contract/embedded-target.ts'
import { Identities } from '../contract/identities.ts'
import { normalise } from '../contract/normalise.ts'
import { type Replay, replay } from '../contract/replay.ts'
import { type Exchange, type ReceivedResponse, readScenarios, type Scenario } from '../contract/scenario.ts'
import { fillTemplates } from '../contract/templates.ts'
import { textsMatch } from '../contract/text-match.ts'

// Processes and timers are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const scenarios = readScenarios('test/recordings')

function scenarioNamed(name: string): Scenario {
  const found = scenarios.find(({ scenario }) => scenario === name)
  if (!found) throw new Error(`There is no recording ${name}.`)
  return found
}

async function play(scenario: Scenario): Promise<Replay> {
  const target = await embeddedTarget(scenario)
  try {
    return await replay(scenario, target)
  } finally {
    await target.close()
  }
}

/** Differences between the responses of a replay and the scenario. */
function failures(scenario: Scenario, played: Replay): string[] {
  const exchanges = played.exchanges.map(one => ({ ...one, exchange: scenario.exchanges[one.index] ?? one.exchange }))
  return compareReplay(scenario, { ...played, exchanges }).exchanges.flatMap(({ differences }) =>
    differences.map(({ path }) => path),
  )
}

/** The scenario with changed responses of some exchanges. */
function tampered(
  scenario: Scenario,
  change: (response: ReceivedResponse, exchange: Exchange) => ReceivedResponse,
): Scenario {
  return {
    ...scenario,
    exchanges: scenario.exchanges.map(exchange =>
      exchange.response ? { ...exchange, response: change(structuredClone(exchange.response), exchange) } : exchange,
    ),
  }
}

const body = (response: ReceivedResponse) => response.body as JsonObject

describe('the contract runner', () => {
  test('accepts equal responses, and detects each difference', async () => {
    const scenario = scenarioNamed('merge-patch-labels')
    const played = await play(scenario)
    expect(failures(scenario, played)).toEqual([])
    const isObject = (response: ReceivedResponse) => response.status === 200 && body(response).metadata !== undefined
    const notices = (change: (response: ReceivedResponse) => ReceivedResponse) =>
      failures(tampered(scenario, change), played)
    expect(notices(response => ({ ...response, status: response.status + 1 }))).toContain('status')
    expect(
      notices(response => ({ ...response, headers: { ...response.headers, 'Content-Type': 'text/html' } })),
    ).toContain('Content-Type')
    expect(notices(response => ({ ...response, headers: { ...response.headers, Warning: '299 - "x"' } }))).toContain(
      'Warning',
    )
    expect(
      notices(response => (isObject(response) ? { ...response, body: { ...body(response), more: true } } : response)),
    ).toContain('body.more')
    expect(
      notices(response => {
        if (isObject(response)) (body(response).metadata as JsonObject).labels = { other: 'x' }
        return response
      }).some(path => path.startsWith('body.metadata.labels')),
    ).toBe(true)
  })

  test('compares the causes of a refusal, but not their order', async () => {
    const scenario: Scenario = { ...scenarioNamed('invalid-labels'), level: 'shape' }
    const played = await play(scenario)
    const causes = (response: ReceivedResponse) =>
      (body(response).details as JsonObject | undefined)?.causes as Json[] | undefined
    const change = (edit: (list: Json[]) => void) =>
      tampered(scenario, response => {
        const list = causes(response)
        if (list) edit(list)
        return response
      })
    expect(
      failures(
        change(list => void list.reverse()),
        played,
      ),
    ).toEqual([])
    expect(
      failures(
        change(list => void list.push({ reason: 'FieldValueInvalid', field: 'spec.more' })),
        played,
      ),
    ).not.toEqual([])
    expect(
      failures(
        change(list => void list.pop()),
        played,
      ),
    ).not.toEqual([])
  })

  test('compares every event of a watch', async () => {
    const scenario = scenarioNamed('watch-from-list')
    const played = await play(scenario)
    expect(failures(scenario, played)).toEqual([])
    const fewer = tampered(scenario, response =>
      response.events ? { ...response, events: response.events.slice(1) } : response,
    )
    expect(failures(fewer, played)).not.toEqual([])
    const sooner = tampered(scenario, response => (response.events ? { ...response, ended: 'server' } : response))
    expect(failures(sooner, played)).toContain('ended')
  })

  test('compares less at the level of reasons', async () => {
    const scenario = scenarios.find(
      each => each.level === 'reason' && each.exchanges.some(one => (one.response?.status ?? 0) >= 400),
    )
    if (!scenario) throw new Error('There is no recording at the level of reasons.')
    const played = await play(scenario)
    const other = tampered(scenario, response =>
      response.status >= 400 && body(response)?.kind === 'Status'
        ? { ...response, body: { ...body(response), reason: 'Other' } }
        : response,
    )
    expect(failures(other, played)).toContain('body.reason')
    const details = tampered(scenario, response =>
      response.status >= 400 && body(response)?.kind === 'Status'
        ? { ...response, body: { ...body(response), details: { name: 'other' } } }
        : response,
    )
    expect(failures(details, played)).toEqual([])
  })
})

describe('a value that differs between two runs', () => {
  test('must still be equal where it was equal', () => {
    const identities = new Identities()
    const [one, two, three] = ['1', '2', '3'].map(digit => `${digit.repeat(8)}-0000-0000-0000-000000000000`) as [
      string,
      string,
      string,
    ]
    expect(textsMatch(`uid ${one}`, `uid ${two}`, identities)).toBe(true)
    expect(textsMatch(one, two, identities)).toBe(true)
    expect(textsMatch(one, three, identities)).toBe(false)
    expect(textsMatch(three, two, identities)).toBe(false)
  })

  test('matches as a time only with a time', () => {
    expect(textsMatch('2026-01-01T00:00:00Z', '2027-12-31T23:59:59.123456Z', new Identities())).toBe(true)
    expect(textsMatch('2026-01-01T00:00:00Z', 'yesterday', new Identities())).toBe(false)
  })

  test('is masked only in lists, tables and messages', () => {
    const list = {
      kind: 'SecretList',
      metadata: { resourceVersion: '5' },
      items: [{ metadata: { resourceVersion: '4' } }],
      message: 'x',
    }
    expect(normalise(list)).toEqual({
      kind: 'SecretList',
      metadata: { resourceVersion: '<masked>' },
      items: [{ metadata: { resourceVersion: '4' } }],
    })
  })
})

test('templates use values of earlier responses, and fail without them', () => {
  const answers = {
    seedCreated: [{ metadata: { uid: 'u' } }],
    exchanges: [{ response: { body: { items: [{ n: 7 }] } } }],
  }
  const template = (path: string) => `\${${path}}`
  const filled = fillTemplates(
    { a: template('seedCreated[0].metadata.uid'), b: [`x${template('exchanges[0].response.body.items[0].n')}`] },
    answers,
  )
  expect(filled).toEqual({ a: 'u', b: ['x7'] })
  expect(() => fillTemplates(template('exchanges[1].response.body'), answers)).toThrow()
})
