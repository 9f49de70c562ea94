import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BlockListStatus } from '../../../../router/model/dns/blocklists/blocklist.ts'
import { isUnderWay, listStatusLine } from './listState.ts'
import { nameOfList, SUGGESTIONS } from './suggestions.ts'

const NOW = Date.UTC(2026, 2, 1)
const status = (some: Partial<BlockListStatus>): BlockListStatus => ({
  URI: 'https://lists.example/hosts',
  State: 'ready',
  Entries: 0,
  Exceptions: 0,
  Ignored: 0,
  LeftOut: 0,
  Bytes: 0,
  FetchedAt: 0,
  NextAt: 0,
  Error: '',
  Acceptable: false,
  ...some,
})
const lineOf = (some: Partial<BlockListStatus>) => listStatusLine(status(some), NOW, 'en')

test('an active list shows its number of domains and its age', () => {
  assert.equal(lineOf({ Entries: 100_000, FetchedAt: NOW / 1000 - 7200 }), '100,000 domains · updated 2 hours ago')
  assert.equal(lineOf({ Entries: 5, LeftOut: 1200 }), '5 domains · 1,200 of its domains did not fit.')
})

test('during the download the size so far is shown', () => {
  assert.equal(lineOf({ State: 'fetching', Bytes: 3_145_728 }), 'Downloading… 3.15 MB')
  const busy = (['off', 'waiting', 'fetching', 'compiling', 'ready', 'failed'] as const).filter((State) =>
    isUnderWay(status({ State })),
  )
  assert.deepEqual(busy, ['waiting', 'fetching', 'compiling'])
})

test('a failed download shows its reason and which version is active', () => {
  const failed = { State: 'failed', Error: 'the server answered 404' } as const
  const why = 'Download failed: the server answered 404.'
  assert.equal(lineOf(failed), `${why} The router retries automatically.`)
  assert.equal(
    lineOf({ ...failed, Entries: 2 }),
    `${why} The previous version stays active. The router retries automatically.`,
  )
})

test('a list is called by its name, or by its file and host', () => {
  for (const { uri, name } of SUGGESTIONS) assert.equal(nameOfList(uri), name)
  assert.equal(nameOfList('http://lists.test/lists/games.txt'), 'games.txt (lists.test)')
  assert.equal(nameOfList('http://lists.test/'), 'lists.test')
})
