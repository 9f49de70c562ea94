import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { fakeMachine, type Served } from '../../../../machine/fake.fixture.ts'
import type { FetchOptions } from '../../../../machine/fetching.ts'
import type { BlockList } from '../../../../model/dns/blocklists/blocklist.ts'
import { openTableBuilder } from '../../../../store/blocklists/build.ts'
import { openListReader } from '../../../../store/blocklists/reader.ts'
import { openMemoryFacts } from '../../../../store/memory.fixture.ts'
import { openBlockTable } from './blocktable.ts'
import { readIndex } from './kept.ts'
import { openBlockLists } from './lists.ts'

/** Addresses of the router: on the uplink, and in the home. */
export const ROUTER = ['81.2.69.7', '192.168.2.1']
export const DIR = '/data/lists'
export const INDEX_FILE = `${DIR}/index.json`
export const ADS = 'https://lists.example/ads'
export const GAMES = 'http://lists.example/games'

export const list = (URI: string, more: Partial<BlockList> = {}): BlockList => ({
  URI,
  Enabled: true,
  Tags: [],
  Category: '',
  DontBlock: false,
  ...more,
})

/** Servers of the internet, by URL. What is not there does not answer. */
export type Internet = Record<string, Served | ((options: FetchOptions) => Served)>
export const text = (text: string, etag?: string): Served => ({ kind: 'text', text, ...(etag ? { etag } : {}) })

/** A home with block lists. What the program beside the router does is done here, with the same parts. */
export async function openHome(
  internet: Internet = {},
  remembered: readonly BlockList[] = [],
  machine = fakeMachine(),
) {
  const memory = openMemoryFacts()
  await memory.change((draft) => {
    for (const one of remembered) draft.blockLists.put(one.URI, one)
  })
  const asked: string[] = []
  const failures: string[] = []
  const states: string[] = []
  const damaged = new Set<string>()
  let compiled = 0
  const names: Record<string, string[]> = {
    'lists.example': ['203.0.113.9'],
    'modem.example': ['192.168.1.1'],
    'home.example': ['81.2.69.7'],
  }
  machine.answerFetches(async (options) => {
    asked.push(`${options.url} ${options.ip}`)
    const answer = internet[options.url]
    if (!answer) throw new Error('nobody is there')
    return typeof answer === 'function' ? answer(options) : answer
  })
  const run = async (argv: readonly string[]): Promise<string> => {
    assert.equal(argv[2], 'compile')
    compiled++
    const builder = openTableBuilder([1, 2])
    const index = machine.files.get(INDEX_FILE)
    const all = index === undefined ? [] : readIndex(index, INDEX_FILE)
    for (const kept of all.filter(({ URI }) => !damaged.has(URI))) {
      const reader = openListReader(builder.begin(kept))
      reader.push(Buffer.from(machine.files.get(`${DIR}/${kept.file}`)!))
      reader.end()
    }
    machine.files.set(`${DIR}/table`, Buffer.from(builder.finish()).toString('latin1'))
    return JSON.stringify(all.map(({ URI }) => URI).filter((uri) => damaged.has(uri)))
  }
  const tables: SharedArrayBuffer[] = []
  const blockTable = openBlockTable(machine, DIR, (shared) => void tables.push(shared))
  blockTable.load()
  const lists = openBlockLists({
    machine: { ...machine, run },
    facts: memory.facts,
    bus: { publish: (_topic: string, { State }: { State: string }) => void states.push(State) } as never,
    resolver: { lookUp: async (name) => (names[name] ? { ips: names[name], ttlSeconds: 60 } : undefined) },
    isRouter: (ip) => ROUTER.includes(ip),
    authorities: [],
    directory: DIR,
    blockTable,
    onFailure: (what, error) => void failures.push(`${what}: ${(error as Error).message}`),
  })
  memory.watch(lists.learn)
  await turn()
  return {
    machine,
    lists,
    /** Lists whose stored text the program cannot read. */
    damaged,
    asked,
    failures,
    states,
    internet,
    names,
    get compiled() {
      return compiled
    },
    tables,
    async put(...many: BlockList[]) {
      await memory.change((draft) => {
        for (const one of many) draft.blockLists.put(one.URI, one)
      })
      await turn()
    },
    async remove(uri: string) {
      await memory.change((draft) => draft.blockLists.remove(uri))
      await turn()
    },
    async refreshEvery(RefreshSeconds: number) {
      await memory.change((draft) => draft.set('dnsBlock', { ...draft.setting('dnsBlock'), RefreshSeconds }))
    },
    async pass(seconds: number) {
      await machine.clock.step(seconds * 1000)
    },
    holding: (name: string) => lists.listsOf(name).map(({ URI, Domain }) => `${Domain} in ${URI}`),
  }
}
