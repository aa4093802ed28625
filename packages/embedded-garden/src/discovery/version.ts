import type { JsonObject } from '#embedded-garden/json.ts'

/** Of the server whose behaviour was recorded. */
export const RECORDED_VERSION = 'v1.36.2'

/** The answer at /version. `gitVersion` as `v1.36.2`. */
export function versionInfo(gitVersion: string): JsonObject {
  const [major = '', minor = ''] = gitVersion.replace(/^v/, '').split('.')
  return {
    major,
    minor,
    emulationMajor: major,
    emulationMinor: minor,
    minCompatibilityMajor: major,
    minCompatibilityMinor: String(Number(minor) - 1),
    gitVersion,
    gitCommit: 'embedded-garden',
    gitTreeState: 'clean',
    buildDate: '2026-08-21T00:00:00Z',
    goVersion: '',
    compiler: 'node',
    platform: `${process.platform}/${process.arch}`,
  }
}
