import type { JsonObject } from '#lib/embedded-garden/json.ts'

/** The answer at /version: the server whose behaviour was recorded. */
export const VERSION: JsonObject = {
  major: '1',
  minor: '36',
  emulationMajor: '1',
  emulationMinor: '36',
  minCompatibilityMajor: '1',
  minCompatibilityMinor: '35',
  gitVersion: 'v1.36.2',
  gitCommit: 'embedded-garden',
  gitTreeState: 'clean',
  buildDate: '2026-08-21T00:00:00Z',
  goVersion: '',
  compiler: 'node',
  platform: `${process.platform}/${process.arch}`,
}
