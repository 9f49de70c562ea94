import assert from 'node:assert/strict'
import { test } from 'node:test'
import { find, notationsOf, type SearchResult, wordsIn } from './find.ts'
import { SEARCHABLE_PLACES, topicOfQuery } from './places.ts'

const device = (title: string, words = ''): SearchResult => ({ id: title, kind: 'device', title, words, opens: '/' })
const places: SearchResult[] = SEARCHABLE_PLACES.map(({ title, in: detail, words }, index) => ({
  id: `${index}`,
  kind: 'screen',
  title,
  ...(detail && { detail }),
  words,
  opens: '/',
}))
const titles = (items: readonly SearchResult[], query: string): string[] =>
  find(items, query).flatMap(({ items }) => items.map(({ title }) => title))

test('all words have to occur, in any order, without regard to case and diacritics', () => {
  const items = [device('Zoë’s Laptop', '192.168.2.10'), device('Laptop')]
  assert.deepEqual(titles(items, "laptop zoe's"), ['Zoë’s Laptop'])
  assert.deepEqual(titles(items, '2.10 LAP'), ['Zoë’s Laptop'])
  assert.deepEqual(titles(items, 'laptop phone'), [])
  assert.deepEqual(titles(items, '  '), [])
})

test('the beginning of a name counts more than its middle, and a name more than other words', () => {
  const items = [
    device('Sonos', 'tv'),
    device('Apple TV'),
    device('TV'),
    device('ktv box'),
    device('tv in the kitchen'),
  ]
  assert.deepEqual(titles(items, 'tv'), ['TV', 'tv in the kitchen', 'Apple TV', 'ktv box', 'Sonos'])
})

test('a kind shows six items at most, and the kind with the best item is first', () => {
  const many = Array.from({ length: 9 }, (_, index) => device(`printer ${index}`))
  const items: SearchResult[] = [...many, { id: 'p', kind: 'group', title: 'Printer', opens: '/' }]
  assert.deepEqual(
    find(items, 'printer').map(({ kind, items }) => [kind, items.length]),
    [
      ['group', 1],
      ['device', 6],
    ],
  )
})

test('a MAC address is found in all notations', () => {
  const items = [device('camera', notationsOf('02:11:22:33:44:55'))]
  for (const query of ['02:11:22', '02-11-22-33', '021122334455']) assert.deepEqual(titles(items, query), ['camera'])
})

test('a row is found by everything in it', () => {
  const row = {
    Name: 'Bedtime',
    When: { Tags: ['kids'], Times: [{ Start: '22:00' }] },
    Do: { Kind: 'limit', DownMbit: 5 },
  }
  const items = [{ ...device('Bedtime'), words: wordsIn(row) }]
  for (const query of ['kids', '22:00', 'limit 5']) assert.deepEqual(titles(items, query), ['Bedtime'])
})

test('the documentation is searched by English words for the matching screen', () => {
  assert.equal(topicOfQuery('open port'), 'port forwarding')
  assert.equal(topicOfQuery('2fa'), 'one time codes')
  assert.equal(topicOfQuery('xyzzy'), undefined)
})

test('refused connections and dropped packets are two pages', () => {
  const pageOf = (title: string) => SEARCHABLE_PLACES.find((place) => place.title === title)?.to
  assert.equal(pageOf('Refused connections'), '/admin/firewall/refused')
  assert.equal(pageOf('Dropped packets'), '/admin/firewall/drops')
})

test('settings are found by the words that people use', () => {
  const first = (query: string) => titles(places, query)[0]
  assert.equal(first('2fa'), 'One-time codes')
  assert.equal(first('adblock'), 'DNS and block lists')
  assert.equal(first('bedtime'), 'Schedules')
  assert.equal(first('open port'), 'Port forwarding')
  assert.equal(first('ssid'), 'Wifi')
  assert.equal(first('restore'), 'Backup and restore')
  assert.equal(first('vpn'), 'VPN')
  assert.equal(first('dhcp'), 'Home network')
  assert.equal(first('failover'), 'Internet monitoring')
  assert.equal(first('s3'), 'Backups on another machine')
  assert.equal(first('reboot'), 'Health and restart')
  assert.equal(first('data cap'), 'Traffic history and limits')
  assert.equal(first('ddns'), 'Dynamic DNS')
})
