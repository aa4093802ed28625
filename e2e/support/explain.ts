import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import type { KubeObject, ShootObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, SHOOTS } from '#lib/garden/resources/resource.ts'
import { EXAMPLE_MULTI_ACCOUNT } from '#lib/hap/lifecycle/multi-account-document.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { COMMANDS } from '../../bin/commands.ts'
import { main } from '../../bin/main.ts'
import type { Landscape } from './landscape.ts'
import { NAMESPACE } from './landscape-accounts.ts'

/** The parts of the output of `hap explain --json` that tests read. */
export interface Explained {
  readonly outcome: {
    readonly kind: string
    readonly message: string
    readonly binding?: string
    readonly clustersAfter?: number
    readonly limit?: { readonly value: number } | null
  }
  readonly rules: readonly { readonly number: number; readonly text: string; readonly words: string }[]
  readonly steps: readonly {
    readonly purpose: 'reuse' | 'claim' | 'shared'
    readonly text: string
    readonly reached: boolean
    readonly candidates: readonly { readonly binding: string; readonly clusters: number; readonly words: string }[]
  }[]
  readonly differences: readonly { readonly id: string }[]
}

export type Explain = (request: Request, semantics: Semantics) => Promise<Explained>

/** Runs `hap explain` with the current objects of the garden and with the rules and settings of a landscape. */
export async function explainer(garden: GardenClient, { rulesFile }: Landscape): Promise<Explain> {
  const inventory = path.join(path.dirname(rulesFile), 'inventory.json')
  await writeFile(inventory, JSON.stringify(await inventoryOf(garden)))
  return async ({ plan, provider, platformRegion, hyperscalerRegion, globalAccount }, semantics) => {
    const printed: string[] = []
    const options = [`--plan=${plan}`, `--provider=${provider}`, `--platform-region=${platformRegion}`]
    options.push(`--hyperscaler-region=${hyperscalerRegion}`, `--global-account=${globalAccount}`)
    await main(
      ['explain', '--json', `--semantics=${semantics}`, ...options, rulesFile, inventory],
      {
        out: line => void printed.push(line),
        outAll: () => Promise.reject(new Error('hap explain has no end of lines')),
        err: line => void printed.push(line),
        read: file => readFile(file),
        write: () => Promise.reject(new Error('hap explain writes nothing')),
        paint: (_tone, text) => text,
      },
      COMMANDS,
    )
    return JSON.parse(printed.join('\n'))
  }
}

/**
 * An inventory file with the bindings unchanged and the shoots reduced to their account. KEB's database has the
 * shoots of CredentialsBindings.
 */
async function inventoryOf(garden: GardenClient): Promise<object> {
  const bindings: KubeObject[] = []
  for (const kind of ['CredentialsBinding', 'SecretBinding'] as const) {
    const collection = { resource: bindingResource(kind), namespace: NAMESPACE }
    await garden.page<KubeObject>(collection, { limit: 1_000 }, object => void bindings.push({ ...object, kind }))
  }
  const project = shootProjection(new Interner())
  const shoots: object[] = []
  const instances: object[] = []
  const take = (object: ShootObject) => {
    const shoot = project(object)
    if (!shoot?.binding) return
    const { kind, name } = shoot.binding
    shoots.push({
      kind: 'Shoot',
      metadata: {
        name: shoot.name,
        namespace: shoot.namespace,
        labels: shoot.globalAccount === null ? {} : { account: shoot.globalAccount },
      },
      spec: kind === 'CredentialsBinding' ? { credentialsBindingName: name } : { secretBindingName: name },
    })
    if (kind === 'CredentialsBinding') instances.push({ globalAccount: shoot.globalAccount ?? '', binding: name })
  }
  await garden.page<ShootObject>({ resource: SHOOTS, namespace: NAMESPACE }, { limit: 10_000 }, take)
  const { allowed, limits } = EXAMPLE_MULTI_ACCOUNT
  return {
    bindings: { kind: 'List', items: bindings },
    shoots: { kind: 'List', items: shoots },
    instances,
    multiAccount: { allowed, limits: limits && { default: limits.default, ...limits.providers } },
  }
}
