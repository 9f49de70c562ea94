import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { CommandFailed } from '../../../../errors.ts'
import { run } from '../../../../machine/linux/process.ts'
import { isSound } from '../../../../store/blocklists/layout.ts'
import { openTable } from '../../../../store/blocklists/table.ts'
import { listProgram } from './compiling.ts'
import { fileOf } from './kept.ts'

/** A directory with these lists in it: text, or the bytes of a file. */
function keep(lists: Readonly<Record<string, string | Buffer>>) {
  const dir = mkdtempSync('/tmp/lists-')
  const index = Object.entries(lists).map(([URI, text]) => {
    const file = fileOf(URI)
    writeFileSync(join(dir, file), typeof text === 'string' ? zstdCompressSync(text) : text)
    return { URI, file, version: `of ${URI}`, fetchedAt: 0, bytes: 0 }
  })
  writeFileSync(join(dir, 'index.json'), JSON.stringify({ lists: index }))
  return { dir, [Symbol.dispose]: () => rmSync(dir, { recursive: true }) }
}
const tableIn = (dir: string) => {
  const file = Uint8Array.from(readFileSync(join(dir, 'table')))
  assert.ok(isSound(file))
  return openTable(file.buffer)!
}

test('saved lists are compiled into one table, and their blocked domains can be dumped', async () => {
  using kept = keep({
    one: '0.0.0.0 ads.example\n0.0.0.0 ads.example b.example\n@@||good.b.example^\n',
    two: 'b.example\nads.example\nc.example\nvery.good.b.example',
    three: '@@||c.example^\nd.example\n',
  })
  assert.equal(await run(listProgram('compile', kept.dir)), '[]')
  assert.deepEqual(
    tableIn(kept.dir).directory.lists.map(({ URI, version, names, spared }) => [URI, version, names, spared]),
    [
      ['one', 'of one', 2, 1],
      ['two', 'of two', 4, 0],
      ['three', 'of three', 1, 1],
    ],
  )
  assert.ok(!readdirSync(kept.dir).includes('table.new'))
  const dump = async (...uris: string[]) => (await run(listProgram('dump', kept.dir, ...uris))).split('\n').slice(0, -1)
  assert.deepEqual(await dump('one', 'two'), ['ads.example', 'b.example', 'c.example'])
  assert.deepEqual(await dump('two'), ['b.example', 'ads.example', 'c.example', 'very.good.b.example'])
  assert.deepEqual(await dump('two', 'three'), ['b.example', 'ads.example', 'very.good.b.example', 'd.example'])
  assert.deepEqual(await dump('another'), [])
})

test('an unreadable list is reported, and the others are compiled', async () => {
  const cut = zstdCompressSync(Array.from({ length: 9_999 }, (_, index) => `n${index}.example`).join('\n'))
  using kept = keep({
    cut: cut.subarray(0, cut.length >> 1),
    good: 'ads.example',
    garbage: Buffer.from('nothing of the kind'),
  })
  assert.deepEqual(JSON.parse(await run(listProgram('compile', kept.dir))), ['cut', 'garbage'])
  assert.equal(tableIn(kept.dir).directory.lists[1]?.names, 1)
})

test('without saved lists the program exits with an error status', async () => {
  using kept = keep({})
  rmSync(join(kept.dir, 'index.json'))
  await assert.rejects(run(listProgram('compile', kept.dir)), CommandFailed)
  await assert.rejects(run(listProgram('dump', kept.dir)), CommandFailed)
})
