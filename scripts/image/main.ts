import { assembleImage, IMAGE } from './assemble.ts'

const files = await assembleImage()
const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
console.log(`${IMAGE}: ${files.size} files, ${(bytes / 1e6).toFixed(1)} MB`)
