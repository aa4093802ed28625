import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CHART, render } from './render.ts'
import { settingsSchemas } from './settings-schema.ts'

const SCHEMA = path.join(CHART, 'values.schema.json')
const CASES = 'test/unit/chart/cases'
const GOLDEN = 'test/unit/chart/golden'

const schema = JSON.parse(readFileSync(SCHEMA, 'utf8'))
Object.assign(schema.properties, settingsSchemas())
writeFileSync(SCHEMA, `${JSON.stringify(schema, null, 2)}\n`)
for (const name of readdirSync(CASES)) {
  const rendering = render(path.join(CASES, name))
  if (rendering === null) throw new Error('There is no helm for this machine. Install it and repeat the command.')
  if (!rendering.ok) throw new Error(`${name}: ${rendering.text}`)
  writeFileSync(path.join(GOLDEN, name), rendering.text)
}
console.log(`${SCHEMA} and ${GOLDEN} are up to date. Look at the difference before it is committed.`)
