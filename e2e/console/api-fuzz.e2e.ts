import { request } from '@playwright/test'
import { fuzzApi } from '../../test/api-fuzz/fuzz.ts'
import { startLandscape } from '../support/landscape.ts'
import { signInByRequest } from '../support/sign-in.ts'
import { expect, test } from '../support/test.ts'

test('every operation answers as it is described, whatever it is sent', async () => {
  // What it does to accounts, rules and tokens is nothing for another test to meet.
  const landscape = await startLandscape('small')
  try {
    const admin = await request.newContext({ baseURL: landscape.url })
    await signInByRequest(admin, 'admin')
    const made = await admin.post('/api/v1/tokens', { data: { name: 'fuzz', role: 'admin', days: 1 } })
    const { token } = await made.json()
    await admin.dispose()
    const report = await fuzzApi({ url: landscape.url, token, runs: 6, seed: 1 })
    expect(report.faults).toEqual([])
    expect(report.plainNeverWell).toEqual([])
    // Six requests, most of them with something wrong, do not find what each of the others does well.
    expect(report.neverWell.length).toBeLessThan(report.operations / 2)
    expect(report.operations).toBeGreaterThan(100)
    expect(report.requests).toBe(report.operations * 6)
  } finally {
    await landscape.stop()
  }
})
