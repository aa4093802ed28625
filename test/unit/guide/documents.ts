import { readdirSync, readFileSync } from 'node:fs'

/** A document with commands; `path` is relative to the root of the project. */
interface Document {
  readonly path: string
  readonly text: string
}

/** A fenced block of a document. */
export interface Block {
  readonly document: string
  /** Number of its first line of text. */
  readonly line: number
  readonly language: string
  readonly text: string
}

const pagesIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.md'))
    .map(name => `${folder}/${name}`)

/** The README, every page of the guide, every runbook, and other documents with commands. */
export const DOCUMENTS: readonly Document[] = [
  'README.md',
  'charts/hap-console/README.md',
  ...['docs', 'docs/guide', 'docs/runbooks'].flatMap(pagesIn),
].map(path => ({ path, text: readFileSync(path, 'utf8') }))

/** The fenced blocks of a document, in order. */
export function blocksOf({ path, text }: Document): readonly Block[] {
  return [...text.matchAll(/^```(\S*)\n([\s\S]*?)^```$/gm)].map(({ 1: language = '', 2: content = '', index }) => ({
    document: path,
    line: text.slice(0, index).split('\n').length + 1,
    language,
    text: content,
  }))
}

/** Text between single backticks on one line. */
export function codeOf({ text }: Document): readonly string[] {
  const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
}

/** The files on a page: blocks whose first line is a comment with a file name. */
export function filesOf(blocks: readonly Block[]): readonly (readonly [name: string, text: string])[] {
  return blocks.flatMap(({ language, text }) => {
    const name = language === 'yaml' ? /^# ([\w-]+\.yaml)\n/.exec(text)?.[1] : undefined
    return name === undefined ? [] : [[name, text] as const]
  })
}
