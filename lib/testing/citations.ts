import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const roots = ['app', 'components', 'e2e', 'lib']
const citation = /(?:\bverifies\(|\bids:)\s*'([^'\n]+)'/g

/** Every id that a test cites: the first argument of `verifies`, or `ids:` in a table of cases, in its source. */
export function citedIds(): Map<string, string[]> {
  const cited = new Map<string, string[]>()
  for (const file of roots.flatMap(testFilesOf)) {
    const ids = [...withoutComments(readFileSync(file, 'utf8')).matchAll(citation)].flatMap(([, list = '']) =>
      list.split(' '),
    )
    for (const id of new Set(ids)) cited.set(id, [...(cited.get(id) ?? []), file])
  }
  return cited
}

function testFilesOf(root: string): string[] {
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test\.tsx?|e2e\.ts)$/.test(name))
    .map((name) => path.join(root, name))
}

const withoutComments = (source: string) => source.replace(/^\s*(\/\/|\/?\*).*$/gm, '')
