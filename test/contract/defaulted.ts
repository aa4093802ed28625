import { isObject, type Json, type JsonObject, stringAt } from '#embedded-garden/json.ts'
import type { Scenario } from './scenario.ts'

/** Kinds in which the recorded server set defaults that another one need not set. */
const KINDS = new Set(['Shoot', 'CloudProfile', 'Namespace', 'ServiceAccount', 'CustomResourceDefinition'])
const BY_PLURAL: Readonly<Record<string, string>> = {
  shoots: 'Shoot',
  cloudprofiles: 'CloudProfile',
  namespaces: 'Namespace',
  serviceaccounts: 'ServiceAccount',
  customresourcedefinitions: 'CustomResourceDefinition',
}

/** Determines whether a field of a response was ever sent, in a request or in the seed. */
export class KnownFields {
  readonly #paths = new Set<string>()

  constructor(scenario: Scenario) {
    for (const object of scenario.seedCreated) this.#collect(stringAt(object, 'kind'), object, '')
    for (const { request } of scenario.exchanges) {
      const plural = /\/([a-z]+)(?:\/[^/?]+(?:\/status)?)?(?:\?|$)/.exec(request?.path ?? '')?.[1] ?? ''
      if (isObject(request?.body))
        this.#collect(stringAt(request.body, 'kind') || (BY_PLURAL[plural] ?? ''), request.body, '')
    }
  }

  /** `path` without indexes, below the object, for example `.spec.provider.type`. */
  mayDiffer(kind: string, path: string): boolean {
    return KINDS.has(kind) && !this.#paths.has(`${kind}${path}`)
  }

  #collect(kind: string, value: Json | undefined, path: string): void {
    if (!KINDS.has(kind)) return
    this.#paths.add(`${kind}${path}`)
    if (Array.isArray(value)) for (const item of value) this.#collect(kind, item, path)
    else if (isObject(value))
      for (const [key, item] of Object.entries(value as JsonObject)) this.#collect(kind, item, `${path}.${key}`)
  }
}
