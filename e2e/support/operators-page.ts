import type { Page } from '@playwright/test'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'

export const NAMESPACE = 'kcp-system'
export const grid = (page: Page, name: string) => page.getByRole('grid', { name })
export const rowOf = (page: Page, list: string, name: string) =>
  grid(page, list)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
export const dialog = (page: Page) => page.getByRole('dialog')
export const facts = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

export function make(
  garden: GardenClient,
  resource: Resource,
  name: string,
  spec: object,
  labels = {},
): Promise<KubeObject> {
  const object = { metadata: { name, labels }, spec }
  return garden.create<KubeObject & { spec: object }>({ resource, namespace: NAMESPACE }, object)
}
