import { inflateRawSync } from 'node:zlib'

const END = 0x06054b50
const DIRECTORY = 0x02014b50

/** One file of a ZIP archive. Throws when it has none of that name, or has it in a form that is not read here. Source: APPNOTE 6.3.10, 4.3. */
export function zipEntry(archive: Buffer, name: string): Buffer {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('It is no ZIP archive.')
  let at = archive.readUInt32LE(end + 16)
  for (let n = archive.readUInt16LE(end + 10); n > 0; n--) {
    if (archive.readUInt32LE(at) !== DIRECTORY) break
    const [nameLength, extra, comment] = [28, 30, 32].map(offset => archive.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) return contentAt(archive, at)
    at += 46 + nameLength + extra + comment
  }
  throw new Error(`The archive has no ${name}.`)
}

function contentAt(archive: Buffer, entry: number): Buffer {
  const [method, size, local] = [
    archive.readUInt16LE(entry + 10),
    archive.readUInt32LE(entry + 20),
    archive.readUInt32LE(entry + 42),
  ]
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
  const content = archive.subarray(start, start + size)
  if (method === 0) return content
  if (method === 8) return inflateRawSync(content)
  throw new Error(`Method ${method} of compression is not read here.`)
}
