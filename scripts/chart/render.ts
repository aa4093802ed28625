import { spawnSync } from 'node:child_process'
import { findHelm } from './find-helm.ts'

export const CHART = 'charts/hap-console'

interface Rendering {
  readonly ok: boolean
  /** The manifests, or helm's error message. */
  readonly text: string
}

/** Renders the chart with helm from a file of values, in the namespace hap-system. Null without helm. */
export function render(values: string, more: readonly string[] = []): Rendering | null {
  const helm = findHelm()
  if (helm === null) return null
  const args = ['template', 'hap', CHART, '--namespace', 'hap-system', '--include-crds=false', '-f', values, ...more]
  const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8', maxBuffer: 50_000_000 })
  return { ok: status === 0, text: status === 0 ? stdout : stderr }
}
