import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Json, JsonObject } from '#embedded-garden/json.ts'

export type Level = 'shape' | 'reason'

interface RecordedRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Json
}

export interface WatchEvent {
  readonly type: string
  readonly object: JsonObject
}

export interface ReceivedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body?: Json
  readonly events?: readonly WatchEvent[]
  /** The side that ended a watch. */
  readonly ended?: 'timeout' | 'server' | 'client'
}

export interface Exchange {
  readonly note: string
  readonly as?: string
  readonly request?: RecordedRequest
  readonly response?: ReceivedResponse
  readonly control?: { readonly action: string; readonly ms?: number }
  readonly background?: boolean
  readonly parallel?: string
  readonly poll?: { readonly untilStatus: number; readonly everyMs: number; readonly maxMs: number }
  readonly timed?: boolean
  readonly timing?: { readonly durationMs?: number }
  readonly decoded?: Readonly<Record<string, JsonObject>>
}

export interface Scenario {
  readonly scenario: string
  readonly title: string
  readonly timing?: JsonObject
  readonly seed: readonly JsonObject[]
  readonly seedCreated: readonly JsonObject[]
  readonly exchanges: readonly Exchange[]
  readonly level: Level
}

/** The scenarios of a folder with their levels in levels.json; default: `shape`. */
export function readScenarios(folder: string): Scenario[] {
  const levels = readLevels(folder)
  return readdirSync(folder)
    .filter(file => file.endsWith('.json') && file !== 'levels.json')
    .sort()
    .map(file => {
      const scenario = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Omit<Scenario, 'level'>
      return { ...scenario, level: levels[scenario.scenario] ?? 'shape' }
    })
}

function readLevels(folder: string): Record<string, Level> {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'levels.json'), 'utf8')) as Record<string, Level>
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
}
