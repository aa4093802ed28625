import { afterEach, describe, expect, test, vi } from 'vitest'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { EvaluationThread } from './evaluation-thread.ts'
import { Evaluator, serveEvaluator } from './evaluator.ts'
import { LatestQuestion } from './use-answer.ts'

const KNOWN = { plans: [...DEFAULT_PLANS.byName.values()], requiredPlans: [], semantics: 'documented' } as const
const RULES = 'hap:\n  rule:\n    - aws\n    - aws(PR=cf-eu11) -> EU\n    - awss\n'

const ports: MessagePort[] = []

/**
 * Starts an evaluator behind a message channel, which clones messages as between page and worker.
 */
function overChannel() {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  serveEvaluator(port2, new Evaluator())
  port1.start()
  port2.start()
  return Object.assign(port1, { terminate: () => port1.close() })
}

afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

/** Starts a thread that never answers; `break` fails it as a browser does. */
function silent() {
  const listeners = new Map<string, (event: { data: unknown }) => void>()
  return {
    sent: [] as unknown[],
    ended: false,
    postMessage(message: unknown) {
      this.sent.push(message)
    },
    addEventListener: (type: string, listener: (event: { data: unknown }) => void) =>
      void listeners.set(type, listener),
    terminate() {
      this.ended = true
    },
    break: () => listeners.get('error')?.({ data: null }),
  }
}

describe('a thread', () => {
  test('answers each question like an evaluator in the same thread', async () => {
    const thread = new EvaluationThread(overChannel)
    const here = new Evaluator()
    const [there, twin] = [
      await thread.ask('check', { id: 'first', text: RULES, known: KNOWN }),
      here.answer('check', { id: 'first', text: RULES, known: KNOWN }),
    ]
    expect(there).toEqual(twin)
    const [finding] = there.findings
    if (!finding?.fix) throw new Error('no fix')
    const fixed = await thread.ask('fix', { draft: there.id, fix: finding.fix })
    expect(fixed).toBe(RULES.replace('awss', 'aws'))
    const { id } = await thread.ask('check', { id: 'second', text: RULES.replace('    - awss\n', ''), known: KNOWN })
    const cases = 'cases:\n  - name: x\n    request: {plan: aws}\n    expect: {pool: aws}\n'
    const asked = [
      thread.ask('results', { draft: id, cases }),
      thread.ask('cases', { text: cases }),
      thread.ask('coverage', { draft: id, seen: { combinations: [], withoutPlan: 0, partial: false, pools: [] } }),
      thread.ask('merge', { base: '- aws\n', mine: '- aws\n- gcp\n', theirs: '- aws -> S\n' }),
      thread.ask('fourRules', {
        text: 'sharedRule: aws',
        known: { ...KNOWN, regions: { platform: [], hyperscaler: [] } },
      }),
      thread.ask('publication', {
        before: { text: '- aws\n', cases },
        after: { text: '- gcp\n', cases: '' },
        known: KNOWN,
      }),
    ] as const
    const [results, list, coverage, merged, four, publication] = await Promise.all(asked)
    expect(results).toMatchObject([{ name: 'x', passed: true }])
    expect(list).toHaveLength(1)
    expect(coverage?.rules).toHaveLength(2)
    expect(merged?.text).toBe('- aws -> S\n- gcp\n')
    expect(four.translation?.differing).toEqual([])
    expect(publication.changes).toHaveLength(2)
    thread.close()
  })

  test('rejects pending questions after a failure and restarts with the next question', async () => {
    const first = silent()
    const begin = vi.fn<() => ReturnType<typeof silent>>(() => first)
    const thread = new EvaluationThread(begin)
    const lost = thread.ask('cases', { text: '' })
    first.break()
    await expect(lost).rejects.toThrow('could not be loaded or failed')
    expect(first.ended).toBe(true)
    const second = silent()
    begin.mockReturnValue(second)
    void thread.ask('cases', { text: 'a' })
    expect(second.sent).toHaveLength(1)
    // A late failure of the replaced thread has no effect.
    first.break()
    void thread.ask('cases', { text: 'b' })
    expect([begin.mock.calls.length, second.sent.length, second.ended]).toEqual([2, 2, false])
  })
})

describe('a draft that the page checked itself', () => {
  const draft = { id: 'own', text: '- aws\n', known: KNOWN }
  const cases = 'cases:\n  - name: x\n    request: {plan: aws}\n    expect: {pool: aws}\n'

  test('is sent to the worker once, with the first question about it', async () => {
    const thread = new EvaluationThread(overChannel)
    thread.setDraft(draft)
    expect(await thread.ask('results', { draft: 'own', cases })).toMatchObject([{ passed: true }])
    expect(await thread.ask('format', { draft: 'own' })).toBe('- aws\n')
    expect(await thread.ask('format', { draft: 'another' })).toBeNull()
    thread.close()
    const counting = silent()
    const second = new EvaluationThread(() => counting)
    second.setDraft(draft)
    void second.ask('cases', { text: '' })
    void second.ask('format', { draft: 'own' })
    void second.ask('annotate', { draft: 'own' })
    expect(counting.sent).toMatchObject([
      { kind: 'cases' },
      { kind: 'check' },
      { kind: 'format' },
      { kind: 'annotate' },
    ])
  })

  test('is sent again to the worker that replaces a failed one', async () => {
    const threads = [silent(), silent()]
    const thread = new EvaluationThread(() => threads.shift() ?? silent())
    const [first, second] = threads
    thread.setDraft(draft)
    const lost = thread.ask('format', { draft: 'own' })
    first?.break()
    await expect(lost).rejects.toThrow('could not be loaded or failed')
    void thread.ask('format', { draft: 'own' })
    expect(second?.sent).toMatchObject([{ kind: 'check' }, { kind: 'format' }])
  })
})

test('a draft that a failed worker checked is sent to its replacement', async () => {
  const draft = { id: 'long', text: '- aws\n', known: KNOWN }
  const begin = vi.fn<() => ReturnType<typeof silent> | ReturnType<typeof overChannel>>(overChannel)
  const thread = new EvaluationThread(begin)
  await thread.ask('check', draft)
  const broken = silent()
  thread.close()
  begin.mockReturnValueOnce(broken)
  const lost = thread.ask('format', { draft: 'long' })
  expect(broken.sent).toMatchObject([{ kind: 'check' }, { kind: 'format' }])
  broken.break()
  await expect(lost).rejects.toThrow('could not be loaded or failed')
  expect(await thread.ask('format', { draft: 'long' })).toBe('- aws\n')
  thread.close()
})

test('notifies subscribers about a failed worker and about the first answer of its replacement', async () => {
  const first = silent()
  const states: boolean[] = []
  const begin = vi.fn<() => ReturnType<typeof silent> | ReturnType<typeof overChannel>>(() => first)
  const thread = new EvaluationThread(begin)
  const stop = thread.subscribe(() => states.push(thread.broken))
  const lost = thread.ask('cases', { text: '' })
  first.break()
  await expect(lost).rejects.toThrow('could not be loaded or failed')
  begin.mockImplementation(overChannel)
  expect([states, await thread.ask('cases', { text: '' }), states]).toEqual([[true, false], [], [true, false]])
  await thread.ask('cases', { text: '' })
  stop()
  expect(states).toEqual([true, false])
  thread.close()
})

describe('the newest of many questions', () => {
  const held = () => {
    const asked: string[] = []
    const open: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
    const ask = (text: string) => {
      asked.push(text)
      return new Promise<string>((resolve, reject) => open.push({ resolve, reject }))
    }
    return { asked, open, ask }
  }

  test('is sent after the previous answer, skipping versions in between', async () => {
    const { asked, open, ask } = held()
    const taken: string[] = []
    const newest = new LatestQuestion(ask, answer => taken.push(answer))
    for (const text of ['a', 'ab', 'abc', 'abcd']) newest.ask(text)
    expect(asked).toEqual(['a'])
    open[0]?.resolve('first')
    await vi.waitFor(() => expect(asked).toEqual(['a', 'abcd']))
    open[1]?.resolve('last')
    await vi.waitFor(() => expect(taken).toEqual(['first', 'last']))
  })

  test('delivers no answer after close', async () => {
    const { asked, open, ask } = held()
    const taken: string[] = []
    const newest = new LatestQuestion(ask, answer => taken.push(answer))
    newest.ask('a')
    newest.ask('ab')
    newest.close()
    open[0]?.resolve('first')
    await new Promise(resolve => setTimeout(resolve))
    expect([asked, taken]).toEqual([['a'], []])
  })

  test('is retried after a failure', async () => {
    vi.useFakeTimers()
    const { asked, open, ask } = held()
    const taken: string[] = []
    const newest = new LatestQuestion(ask, answer => taken.push(answer))
    newest.ask('a')
    open[0]?.reject(new Error('not loaded'))
    await vi.advanceTimersByTimeAsync(2_900)
    expect(asked).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(200)
    expect(asked).toEqual(['a', 'a'])
    open[1]?.resolve('late')
    await vi.advanceTimersByTimeAsync(0)
    expect(taken).toEqual(['late'])
    vi.useRealTimers()
  })
})
