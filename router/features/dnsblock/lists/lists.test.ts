import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { openTableBuilder } from '../../../filter/build.ts'
import { openListReader } from '../../../filter/reader.ts'
import { fakeMachine, type Served } from '../../../machine/fake.ts'
import type { FetchOptions } from '../../../machine/machine.ts'
import { openMemoryFacts } from '../../../store/memory.ts'
import type { BlockList } from '../blocklist.ts'
import { openBlockTable } from './blocktable.ts'
import { readIndex } from './kept.ts'
import { openBlockLists } from './lists.ts'

const DIR = '/data/lists'
const ADS = 'https://lists.example/ads'
const GAMES = 'http://lists.example/games'

const list = (URI: string, more: Partial<BlockList> = {}): BlockList => ({
  URI,
  Enabled: true,
  Tags: [],
  Category: '',
  DontBlock: false,
  ...more,
})

/** Servers of the internet, by URL. What is not there does not answer. */
type Internet = Record<string, Served | ((options: FetchOptions) => Served)>
const text = (text: string, etag?: string): Served => ({ kind: 'text', text, ...(etag ? { etag } : {}) })

/** A home with block lists. What the program beside the router does is done here, with the same parts. */
async function openHome(internet: Internet = {}, remembered: readonly BlockList[] = [], machine = fakeMachine()) {
  const memory = openMemoryFacts()
  await memory.change((draft) => {
    for (const one of remembered) draft.blockLists.put(one.URI, one)
  })
  const asked: string[] = []
  const failures: string[] = []
  const told: string[] = []
  let compiled = 0
  const names: Record<string, string[]> = { 'lists.example': ['203.0.113.9'], 'modem.example': ['192.168.1.1'] }
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
    for (const kept of readIndex(machine.files.get(`${DIR}/index.json`)) ?? []) {
      const reader = openListReader(builder.begin(kept))
      reader.push(Buffer.from(machine.files.get(`${DIR}/${kept.file}`)!))
      reader.end()
    }
    machine.files.set(`${DIR}/table`, Buffer.from(builder.finish()).toString('latin1'))
    return '[]'
  }
  const tables: SharedArrayBuffer[] = []
  const blockTable = openBlockTable(machine, DIR, (shared) => void tables.push(shared))
  blockTable.load()
  const lists = openBlockLists({
    machine: { ...machine, run },
    facts: memory.facts,
    bus: { publish: (_topic: string, { State }: { State: string }) => void told.push(State) } as never,
    resolver: { lookUp: async (name) => (names[name] ? { ips: names[name], ttlSeconds: 60 } : undefined) },
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
    asked,
    failures,
    told,
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
      machine.clock.step(seconds * 1000)
      await turn()
    },
    holding: (name: string) => lists.listsOf(name).map(({ URI, Domain }) => `${Domain} in ${URI}`),
  }
}

test('a list that is added is fetched and in force, and says so', async () => {
  const home = await openHome({ [ADS]: text('0.0.0.0 ads.example\n0.0.0.0 b.example\n@@||c.example^\n<html>\n') })
  await home.put(list(ADS))
  assert.deepEqual(home.asked, [`${ADS} 203.0.113.9`])
  assert.deepEqual(home.holding('www.ads.example'), [`ads.example in ${ADS}`])
  assert.equal(home.lists.blockedDomains(), 2)
  const now = Math.floor(home.machine.clock.now() / 1000)
  assert.deepEqual(home.lists.status(ADS), {
    URI: ADS,
    State: 'ready',
    Entries: 2,
    Exceptions: 1,
    Ignored: 1,
    LeftOut: 0,
    Bytes: 60,
    FetchedAt: now,
    NextAt: now + 604_800,
    Error: '',
  })
  assert.deepEqual(
    home.told.filter((state, index) => state !== home.told[index - 1]),
    ['fetching', 'compiling', 'ready'],
  )
  assert.equal(home.lists.status('https://other.example/'), undefined)
})

test('after a restart all is in force without the network, and nothing is fetched or compiled before its time', async () => {
  const first = await openHome({ [ADS]: text('ads.example\n') })
  await first.put(list(ADS))
  first.lists[Symbol.dispose]()
  const second = await openHome({}, [list(ADS)], first.machine)
  assert.deepEqual(second.holding('ads.example'), [`ads.example in ${ADS}`])
  assert.deepEqual([second.asked.length, second.compiled, second.tables.length], [0, 0, 1])
  assert.equal(second.lists.status(ADS)?.State, 'ready')
})

test('a damaged table is made again from what is kept', async () => {
  const first = await openHome({ [ADS]: text('ads.example\n') })
  await first.put(list(ADS))
  first.lists[Symbol.dispose]()
  const table = first.machine.files.get(`${DIR}/table`)!
  first.machine.files.set(`${DIR}/table`, `${table.slice(0, 70)}x${table.slice(71)}`)
  const second = await openHome({}, [list(ADS)], first.machine)
  assert.deepEqual([second.asked.length, second.compiled], [0, 1])
  assert.deepEqual(second.holding('ads.example'), [`ads.example in ${ADS}`])
})

test('an index that cannot be read is started anew', async () => {
  const first = await openHome({ [ADS]: text('ads.example\n') })
  await first.put(list(ADS))
  first.lists[Symbol.dispose]()
  first.machine.files.set(`${DIR}/index.json`, '{"lists": [{"URI": 1}]}')
  const second = await openHome({ [ADS]: text('ads.example\n') }, [list(ADS)], first.machine)
  assert.equal(second.asked.length, 1)
  assert.deepEqual(second.holding('ads.example'), [`ads.example in ${ADS}`])
})

test('it is fetched again when it is old, and what has not changed is not sent or compiled again', async () => {
  const known: unknown[] = []
  const home = await openHome({
    [ADS]: (options) => {
      known.push(options.known?.etag)
      return options.known ? { kind: 'unchanged' } : text('ads.example\n', '"1"')
    },
  })
  await home.put(list(ADS))
  await home.pass(604_799)
  assert.deepEqual(known, [undefined])
  await home.pass(1)
  assert.deepEqual(known, [undefined, '"1"'])
  assert.equal(home.compiled, 1)
  home.internet[ADS] = text('other.example\n')
  await home.refreshEvery(3_600)
  await home.pass(3_600)
  assert.deepEqual([home.holding('ads.example'), home.holding('other.example')], [[], [`other.example in ${ADS}`]])
  // The same text without a word of when it was changed.
  await home.pass(3_600)
  assert.equal(home.compiled, 2)
})

test('who asks for it has it fetched at once, however young', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n') })
  await home.put(list(ADS))
  home.internet[ADS] = text('other.example\n')
  home.lists.refresh(ADS)
  home.lists.refresh('https://other.example/')
  await turn()
  assert.deepEqual(home.holding('other.example'), [`other.example in ${ADS}`])
})

test('what the owner says of a list needs neither the network nor another table', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n'), [GAMES]: text('games.example\n') })
  await home.put(list(ADS), list(GAMES))
  const before = home.asked.length
  const compiled = home.compiled
  await home.put(list(GAMES, { Tags: ['kids'], Category: 'games', DontBlock: true }))
  await home.put(list(ADS, { Enabled: false }))
  assert.deepEqual([home.asked.length, home.compiled], [before, compiled])
  assert.equal(home.lists.blockedDomains(), 0)
  assert.equal(home.lists.status(ADS)?.State, 'off')
  assert.equal(home.lists.status(ADS)?.NextAt, 0)
  // A list that is on again may have changed meanwhile.
  await home.put(list(ADS))
  assert.equal(home.asked.length, before + 1)
  assert.equal(home.lists.blockedDomains(), 1)
})

test('a list that is taken away leaves nothing behind', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n'), [GAMES]: text('games.example\n') })
  await home.put(list(ADS), list(GAMES))
  await home.remove(ADS)
  assert.deepEqual([home.holding('ads.example'), home.holding('games.example')], [[], [`games.example in ${GAMES}`]])
  assert.equal([...home.machine.files.keys()].filter((file) => file.endsWith('.zst')).length, 1)
  assert.equal(home.lists.status(ADS), undefined)
})

test('while it cannot be fetched the old one counts; it is tried again less and less often, and told once', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n') })
  await home.put(list(ADS))
  delete home.internet[ADS]
  await home.pass(604_800)
  assert.deepEqual(home.holding('ads.example'), [`ads.example in ${ADS}`])
  const { State, Error: reason, Entries } = home.lists.status(ADS)!
  assert.deepEqual([State, reason, Entries], ['failed', 'nobody is there', 1])
  const asked = [home.asked.length]
  for (const seconds of [4, 1, 10, 20, 39, 1]) {
    await home.pass(seconds)
    asked.push(home.asked.length)
  }
  assert.deepEqual(asked, [2, 2, 3, 4, 5, 5, 6])
  assert.deepEqual(home.failures, [`the block list ${ADS} could not be fetched: nobody is there`])
  home.internet[ADS] = text('other.example\n')
  await home.pass(3_600)
  assert.equal(home.lists.status(ADS)?.State, 'ready')
  assert.deepEqual(home.holding('other.example'), [`other.example in ${ADS}`])
})

test('what has not one name in it does not take the place of what has', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n') })
  await home.put(list(ADS))
  home.internet[ADS] = text('<!doctype html><p>This page has moved.\n')
  home.lists.refresh(ADS)
  await turn()
  assert.equal(home.lists.status(ADS)?.Error, 'there is not one name in it')
  assert.deepEqual(home.holding('ads.example'), [`ads.example in ${ADS}`])
})

test('moves are followed for a while, each by a look-up of its own', async () => {
  const moved = (to: string): Served => ({ kind: 'moved', to })
  const home = await openHome({
    [ADS]: moved('/there'),
    'https://lists.example/there': moved('https://other.example/here'),
    'https://other.example/here': text('ads.example\n'),
  })
  home.names['other.example'] = ['203.0.113.10']
  await home.put(list(ADS))
  assert.deepEqual(home.asked.slice(1), [
    'https://lists.example/there 203.0.113.9',
    'https://other.example/here 203.0.113.10',
  ])
  assert.equal(home.lists.status(ADS)?.State, 'ready')

  const reason = async (to: string): Promise<string | undefined> => {
    home.internet[ADS] = moved(to)
    home.lists.refresh(ADS)
    await turn()
    return home.lists.status(ADS)?.Error
  }
  assert.equal(await reason(ADS), 'it was moved more than 5 times')
  assert.equal(await reason('http://lists.example/plain'), 'it was moved to http://, which is not followed')
  assert.equal(await reason('file:///etc/passwd'), 'it was moved to file://, which is not followed')
  assert.equal(await reason('https://modem.example/'), 'modem.example has no address on the internet')
  assert.equal(await reason('https://192.168.2.1/'), '192.168.2.1 is no address of the internet')
  assert.equal(await reason('https://[::1]/'), 'lists are fetched over IPv4 only')
  assert.equal(await reason('https://'), 'it was moved to what is no address')
})

test('nothing is fetched from networks of homes, unless the owner allows it for that very address', async () => {
  const home = await openHome()
  const reason = async (URI: string, more: Partial<BlockList> = {}): Promise<string | undefined> => {
    home.internet[new URL(URI).href] = text('ads.example\n')
    await home.put(list(URI, more))
    return home.lists.status(URI)?.Error
  }
  for (const ip of [
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '169.254.169.254',
    '172.31.0.1',
    '192.168.2.1',
    '0.0.0.0',
    '224.0.0.1',
  ])
    assert.equal(await reason(`http://${ip}/list`), `${ip} is no address of the internet`)
  assert.equal(await reason('http://2130706433/list'), '127.0.0.1 is no address of the internet')
  assert.equal(await reason('http://modem.example/list'), 'modem.example has no address on the internet')
  assert.equal(await reason('http://unknown.example/list'), 'nobody says where unknown.example is')
  assert.deepEqual(home.asked, [])
  assert.equal(await reason('http://192.168.2.9/list', { AllowPrivate: true }), '')
  assert.equal(await reason('http://127.0.0.2/list', { AllowPrivate: true }), '127.0.0.2 is no address of the internet')
  assert.deepEqual(home.asked, ['http://192.168.2.9/list 192.168.2.9'])
})

test('only a few lists are fetched at once, and all in the end', async () => {
  const many = Array.from({ length: 7 }, (_, index) => `https://lists.example/${index}`)
  const internet = Object.fromEntries(many.map((uri, index) => [uri, text(`n${index}.example\n`)]))
  const home = await openHome(internet)
  const waiting: (() => void)[] = []
  home.machine.answerFetches(async ({ url }) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return internet[url]!
  })
  await home.put(...many.map((uri) => list(uri)))
  assert.equal(waiting.length, 2)
  for (let index = 0; index < many.length; index++) {
    waiting[index]?.()
    await turn()
  }
  assert.equal(home.lists.blockedDomains(), many.length)
})

test('a list that is taken away while it is fetched does not come back', async () => {
  const home = await openHome()
  let arrive = (): void => undefined
  home.machine.answerFetches(async () => {
    await new Promise<void>((resolve) => {
      arrive = resolve
    })
    return text('ads.example\n')
  })
  await home.put(list(ADS))
  assert.equal(home.lists.status(ADS)?.State, 'fetching')
  await home.remove(ADS)
  arrive()
  await turn()
  assert.deepEqual(home.holding('ads.example'), [])
  assert.deepEqual(
    [...home.machine.files.keys()].filter((file) => file.endsWith('.zst')),
    [],
  )
})

test('the table before goes back to the system when nobody can be looking into it any more', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n'), [GAMES]: text('games.example\n') })
  await home.put(list(ADS))
  await home.put(list(GAMES))
  const isEmpty = (): boolean[] => home.tables.map((shared) => new Uint8Array(shared).every((byte) => byte === 0))
  assert.deepEqual(isEmpty(), [false, false])
  await home.pass(30)
  assert.deepEqual(isEmpty(), [true, false])
  assert.deepEqual(home.holding('games.example'), [`games.example in ${GAMES}`])
})
