import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStationList } from './list.ts'

/** hostapd with these stations, in its order: the newest first. Before each command, `change` may change them. */
function fakeNetwork(macs: string[], change: (command: string) => void = () => undefined) {
  const sent: string[] = []
  const list = openStationList(async (_, command) => {
    change(command)
    sent.push(command)
    const [word, mac = ''] = command.split(' ')
    if (word === 'STA-NEXT' && !macs.includes(mac)) return 'FAIL\n'
    const next = word === 'STA-FIRST' ? macs[0] : macs[macs.indexOf(mac) + 1]
    return next === undefined ? '' : `${next}\nflags=[AUTH]\n`
  })
  return { sent, list: async () => (await list('wlan0')).map(({ mac }) => mac) }
}

const macOf = (number: number) => `02:00:00:00:00:${number.toString(16).padStart(2, '0')}`
const numbered = (count: number) => Array.from({ length: count }, (_, i) => macOf(i))

test('all stations are listed, and none without any', async () => {
  for (const count of [0, 1, 31, 32, 33, 200]) {
    const { list } = fakeNetwork(numbered(count))
    for (const _ of [1, 2]) assert.deepEqual(await list(), numbered(count))
  }
})

test('the second listing takes one command for each station, and one for the end', async () => {
  const { sent, list } = fakeNetwork(numbered(200))
  await list()
  sent.length = 0
  await list()
  assert.deepEqual(sent, ['STA-FIRST', ...numbered(200).map((mac) => `STA-NEXT ${mac}`)])
})

test('stations that came, left and came back since are listed as they are now', async () => {
  const macs = numbered(100)
  const { list } = fakeNetwork(macs)
  await list()
  macs.splice(50, 2)
  macs.shift()
  macs.pop()
  macs.unshift(macOf(200), macOf(201), macOf(51))
  assert.deepEqual(await list(), macs)
})

test('a station that leaves during the listing does not hide those after it', async () => {
  const macs = numbered(5)
  let isLeaving = true
  const { list } = fakeNetwork(macs, (command) => {
    if (command !== `STA-NEXT ${macOf(2)}` || !isLeaving) return
    isLeaving = false
    macs.splice(2, 1)
  })
  assert.deepEqual(await list(), [0, 1, 3, 4].map(macOf))
})

test('a listing ends, although a station leaves during each', async () => {
  const macs = numbered(10)
  const { list } = fakeNetwork(macs, (command) => {
    if (command.startsWith('STA-NEXT')) macs.splice(macs.indexOf(command.slice(9)), 1)
  })
  assert.ok((await list()).length < 10)
})
