import { closeSync, createReadStream, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { openTableBuilder } from '../../../../store/blocklists/build.ts'
import { openDump } from '../../../../store/blocklists/dump.ts'
import type { ListedNameReceiver } from '../../../../store/blocklists/line.ts'
import { openListReader } from '../../../../store/blocklists/reader.ts'
import { openTable } from '../../../../store/blocklists/table.ts'
import { type KeptList, readIndex, TABLE_FILE } from './kept.ts'

/**
 * Processes block lists in a separate process, so that its memory is freed afterwards and the router is not blocked.
 * `compile DIR` compiles the lists in the directory into a table, and prints the URIs of unreadable ones as a JSON array.
 * `dump DIR URI…` prints the domains that these lists block, each once,
 * one per line.
 */

/** Low priority: requests to the router come first. */
const NICE = 10

/** The average length of a line. */
const LINE_BYTES = 28

async function read(
  directory: string,
  { file }: KeptList,
  names: ListedNameReceiver,
  between = async () => {},
): Promise<void> {
  const reader = openListReader(names)
  await pipeline(
    createReadStream(`${directory}/${file}`),
    createZstdDecompress(),
    async (text: AsyncIterable<Buffer>) => {
      for await (const chunk of text) {
        reader.push(chunk)
        await between()
      }
    },
  )
  reader.end()
  await between()
}

function listsIn(directory: string): readonly KeptList[] {
  const path = `${directory}/index.json`
  return readIndex(readFileSync(path, 'utf8'), path)
}

async function compile(directory: string): Promise<void> {
  const [high = 0, low = 0] = crypto.getRandomValues(new Int32Array(2))
  const lists = listsIn(directory)
  const expected = lists.reduce((sum, { bytes }) => sum + bytes / LINE_BYTES, 0)
  const builder = openTableBuilder([high, low], { expected })
  const damaged: string[] = []
  for (const list of lists) {
    try {
      await read(directory, list, builder.begin(list))
    } catch {
      damaged.push(list.URI)
    }
  }
  const path = `${directory}/${TABLE_FILE}`
  const file = openSync(`${path}.new`, 'w', 0o600)
  writeFileSync(file, builder.finish())
  fsyncSync(file)
  closeSync(file)
  renameSync(`${path}.new`, path)
  process.stdout.write(JSON.stringify(damaged))
}

async function dump(directory: string, uris: readonly string[]): Promise<void> {
  const file = readFileSync(`${directory}/${TABLE_FILE}`)
  const table = openTable(Uint8Array.from(file).buffer)
  if (!table) throw new Error('the table cannot be read')
  const found = openDump(table, uris)
  const print = (): Promise<void> =>
    new Promise((resolve, reject) => {
      process.stdout.write(found.take(), (error) => (error ? reject(error) : resolve()))
    })
  for (const list of listsIn(directory)) if (uris.includes(list.URI)) await read(directory, list, found.names, print)
}

const [verb, directory = '', ...uris] = process.argv.slice(2)
setPriority(NICE)
await (verb === 'dump' ? dump(directory, uris) : compile(directory))
