import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { fakeMachine } from '../../../../machine/fake.fixture.ts'
import { ADS, DIR, GAMES, INDEX_FILE, list, openHome, text } from './lists.fixture.ts'

test('an added list is fetched and takes effect, and its status is reported', async () => {
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
    Acceptable: false,
  })
  assert.deepEqual(
    home.states.filter((state, index) => state !== home.states[index - 1]),
    ['fetching', 'compiling', 'ready'],
  )
  assert.equal(home.lists.status('https://other.example/'), undefined)
})

test('after a restart, lists apply without the network, and are not fetched or compiled before they are due', async () => {
  const first = await openHome({ [ADS]: text('ads.example\n') })
  await first.put(list(ADS))
  first.lists[Symbol.dispose]()
  const second = await openHome({}, [list(ADS)], first.machine)
  assert.deepEqual(second.holding('ads.example'), [`ads.example in ${ADS}`])
  assert.deepEqual([second.asked.length, second.compiled, second.tables.length], [0, 0, 1])
  assert.equal(second.lists.status(ADS)?.State, 'ready')
})

test('a damaged table is compiled again from the stored lists', async () => {
  const first = await openHome({ [ADS]: text('ads.example\n') })
  await first.put(list(ADS))
  first.lists[Symbol.dispose]()
  const table = first.machine.files.get(`${DIR}/table`)!
  first.machine.files.set(`${DIR}/table`, `${table.slice(0, 70)}x${table.slice(71)}`)
  const second = await openHome({}, [list(ADS)], first.machine)
  assert.deepEqual([second.asked.length, second.compiled], [0, 1])
  assert.deepEqual(second.holding('ads.example'), [`ads.example in ${ADS}`])
})

test('an index that is damaged or of a later version is reported and deleted, and the lists are fetched again', async () => {
  for (const unreadable of ['{"lists": [{"URI": 1}]}', '{"Version": 99, "lists": []}']) {
    const first = await openHome({ [ADS]: text('ads.example\n') })
    await first.put(list(ADS))
    first.lists[Symbol.dispose]()
    first.machine.files.set(INDEX_FILE, unreadable)
    const second = await openHome({ [ADS]: text('ads.example\n') }, [list(ADS)], first.machine)
    assert.match(
      second.failures.join(),
      /^\/data\/lists\/index\.json is deleted, and the lists are fetched again: .*(damaged|version 99)/,
    )
    assert.equal(second.asked.length, 1)
    assert.deepEqual(second.holding('ads.example'), [`ads.example in ${ADS}`])
  }
})

test('an index without a version is still read', async () => {
  const first = await openHome({ [ADS]: text('ads.example\n') })
  await first.put(list(ADS))
  first.lists[Symbol.dispose]()
  const { Version, ...unversioned } = JSON.parse(first.machine.files.get(INDEX_FILE)!)
  assert.equal(Version, 1)
  first.machine.files.set(INDEX_FILE, JSON.stringify(unversioned))
  const second = await openHome({}, [list(ADS)], first.machine)
  assert.deepEqual([second.asked, second.failures], [[], []])
})

test('changing or disabling a list needs neither a fetch nor a compilation', async () => {
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
  // A list that is enabled again may have changed.
  await home.put(list(ADS))
  assert.equal(home.asked.length, before + 1)
  assert.equal(home.lists.blockedDomains(), 1)
})

test('a deleted list is removed with its file and status', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n'), [GAMES]: text('games.example\n') })
  await home.put(list(ADS), list(GAMES))
  await home.remove(ADS)
  assert.deepEqual([home.holding('ads.example'), home.holding('games.example')], [[], [`games.example in ${GAMES}`]])
  assert.equal([...home.machine.files.keys()].filter((file) => file.endsWith('.zst')).length, 1)
  assert.equal(home.lists.status(ADS), undefined)
})

test('a list that is deleted while the disk is full is deleted once there is room, without compiling until then', async () => {
  let isFull = false
  const fake = fakeMachine()
  const machine: typeof fake = {
    ...fake,
    writeFile(path, text, mode) {
      if (isFull) throw new Error('no space left on device')
      fake.writeFile(path, text, mode)
    },
  }
  const home = await openHome({ [ADS]: text('ads.example\n'), [GAMES]: text('games.example\n') }, [], machine)
  await home.put(list(ADS), list(GAMES))
  const compiled = home.compiled
  isFull = true
  await home.remove(GAMES)
  home.lists.refresh(ADS)
  await turn()
  assert.equal(home.compiled, compiled)
  assert.match(home.failures.join(), /no space left/)
  isFull = false
  home.lists.refresh(ADS)
  await turn()
  assert.deepEqual([home.lists.status(ADS)?.State, home.compiled], ['ready', compiled + 1])
  assert.ok(!machine.files.get(`${DIR}/index.json`)?.includes(GAMES))
})

test('the memory of a replaced table is released a few seconds later', async () => {
  const home = await openHome({ [ADS]: text('ads.example\n'), [GAMES]: text('games.example\n') })
  await home.put(list(ADS))
  await home.put(list(GAMES))
  const isEmpty = (): boolean[] => home.tables.map((shared) => new Uint8Array(shared).every((byte) => byte === 0))
  await home.pass(4)
  assert.deepEqual(isEmpty(), [false, false])
  await home.pass(2)
  assert.deepEqual(isEmpty(), [true, false])
  assert.deepEqual(home.holding('games.example'), [`games.example in ${GAMES}`])
})
