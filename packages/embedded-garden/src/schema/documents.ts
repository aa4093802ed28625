import { readFileSync } from 'node:fs'
import type { JsonObject } from '#embedded-garden/json.ts'
import { compileShape, type Schemas } from './compile.ts'
import type { Shape } from './shape.ts'

export type DocumentName =
  | 'core-v1'
  | 'events-v1'
  | 'rbac-v1'
  | 'coordination-v1'
  | 'apiextensions-v1'
  | 'apiregistration-v1'
  | 'gardener-core-v1'
  | 'gardener-core-v1beta1'
  | 'gardener-security-v1alpha1'

const loaded = new Map<string, Schemas>()

/** The schemas of one API group version, with those of the metadata every kind shares. */
export function schemasOf(name: DocumentName): Schemas {
  let schemas = loaded.get(name)
  if (!schemas) {
    schemas = { ...read('meta'), ...read(name) }
    loaded.set(name, schemas)
  }
  return schemas
}

const shapes = new Map<string, Shape>()

/** The shape of a kind, for example `io.k8s.api.core.v1.Secret` of `core-v1`. */
export function shapeOf(document: DocumentName, schema: string): Shape {
  const key = `${document} ${schema}`
  let shape = shapes.get(key)
  if (!shape) {
    shape = compileShape(schemasOf(document), schema)
    shapes.set(key, shape)
  }
  return shape
}

/** The shape of `metadata`. */
export function metadataShape(): Shape {
  return shapeOf('core-v1', 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta')
}

function read(name: string): Schemas {
  const file = new URL(`./documents/${name}.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { schemas: Record<string, JsonObject> }).schemas
}
