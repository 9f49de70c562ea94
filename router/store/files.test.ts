import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const WRITES =
  /\.writeFile\(|\.writeText\(|\bwriteFileSync\(|\bcreateWriteStream\(|\bfiles\.(write|replace)\(|new DatabaseSync\(/

/** They write what others give them, or settings of the kernel. */
const CHANNELS = [
  'router/machine/linux.ts',
  'router/machine/linux/echo.ts',
  'router/machine/linux/files.ts',
  'router/machine/segmentfiles.ts',
]

test('each file that writes to the disk is listed with what it writes', () => {
  const sources = globSync('router/**/*.ts', { exclude: (path) => path.includes('dist') })
  const writing = sources.filter(
    (file) =>
      !/\.(test|fixture)\.ts$/.test(file) && !CHANNELS.includes(file) && WRITES.test(readFileSync(file, 'utf8')),
  )
  const rows = readFileSync('docs/files.md', 'utf8').match(/^\|.*\|$/gm) ?? []
  const listed = rows.flatMap((row) =>
    [...(row.split('|').at(-2) ?? '').matchAll(/`(router\/[^`]+)`/g)].map(([, file]) => file!),
  )
  assert.deepEqual(listed.sort(), writing.sort(), 'docs/files.md')
})
