import { expect, test } from 'vitest'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { ApprovalsQuery, approvalFile } from './approvals.ts'

test('accepts only targets that the database can store, known states, and limits within bounds', () => {
  expect(ApprovalsQuery.parse({ target: 'CredentialsBinding/garden/aws-1', state: 'waiting' })).toEqual({
    target: 'CredentialsBinding/garden/aws-1',
    state: 'waiting',
    limit: 100,
  })
  for (const wrong of [{ target: 'a\0b' }, { target: '' }, { state: 'done' }, { limit: '201' }, { limit: '0' }])
    expect(ApprovalsQuery.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

test.each(['csv', 'json'] as const)(
  'the export as %s names proposer and decider by issuer and subject',
  async format => {
    const proposal = {
      targets: [],
      proposer: 'Ada',
      proposerIssuer: 'https://a.example/',
      proposerSubject: 'u-1',
      decider: 'Ada',
      deciderIssuer: 'https://a.example/',
      deciderSubject: 'U-1',
    } as unknown as ApprovalView
    const decidedWhole = async () => ({
      count: 1,
      errors: [],
      async *parts() {
        yield [proposal]
      },
    })
    const file = await approvalFile({ decidedWhole }, { id: 'x' }, { q: '', sort: '', cols: '', format })
    if ('refused' in file) throw new Error(file.refused)
    let text = ''
    for await (const part of file.parts) text += part
    if (format === 'json')
      return expect(JSON.parse(text)).toMatchObject([{ proposerSubject: 'u-1', deciderSubject: 'U-1' }])
    const [head, line] = text.split('\r\n')
    expect(head?.split(',').slice(-4)).toEqual([
      'proposer_issuer',
      'proposer_subject',
      'decider_issuer',
      'decider_subject',
    ])
    expect(line?.split(',').slice(-4)).toEqual(['https://a.example/', 'u-1', 'https://a.example/', 'U-1'])
  },
)
