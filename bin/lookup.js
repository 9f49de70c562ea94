import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeAtlas } from '../router/features/traffic/lookup/atlas.ts'
import { readSources } from '../router/features/traffic/lookup/sources.ts'
import { giveUp } from './progress.js'

/** Compiles the data sets, which are npm packages, into the router's file for networks, countries and vendors. */
const FILE = fileURLToPath(new URL('../router/dist/lookup.bin', import.meta.url))
const { resolve } = createRequire(new URL('../router/package.json', import.meta.url))

/** @param {string} name */
function read(name) {
  try {
    return readFileSync(resolve(name))
  } catch {
    giveUp(`the data set ${name} is not installed; run "npm install"`)
  }
}

/**
 * Yields one line at a time: the whole text would need too much memory on a small board.
 *
 * @param {string} name
 */
function* linesOf(name) {
  const bytes = read(name)
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf('\n', at)
    yield bytes.toString('utf8', at, end < 0 ? bytes.length : end)
    at = end < 0 ? bytes.length : end + 1
  }
}

const bytes = encodeAtlas(
  readSources({
    networks: linesOf('@ip-location-db/asn/asn-ipv4-num.csv'),
    countries: linesOf('@ip-location-db/asn-country/asn-country-ipv4-num.csv'),
    makers: JSON.parse(read('oui-data').toString()),
  }),
)
mkdirSync(dirname(FILE), { recursive: true })
const beside = join(dirname(FILE), 'lookup.new')
writeFileSync(beside, bytes)
renameSync(beside, FILE)
