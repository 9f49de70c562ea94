import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseBlocks, parseChannels, parseSurveys } from './spectrum.ts'

test('a channel has its power, its widths and its state of radar', () => {
  // iw 5.19 of a simulated radio, shortened.
  const channels = parseChannels(`Band 1:
	* 2472 MHz [13] 
	  Maximum TX power: 20.0 dBm
	  No IR
	  Channel widths: 20MHz HT40-
	* 2484 MHz [14] (disabled)
Band 2:
	* 5180 MHz [36] 
	  Maximum TX power: 23.0 dBm
	  Channel widths: 20MHz HT40+ VHT80 VHT160
	* 5260 MHz [52] 
	  Maximum TX power: 20.0 dBm
	  Radar detection
	  Channel widths: 20MHz HT40- HT40+ VHT80 VHT160
	  DFS state: unavailable (for 12 sec)
	  DFS CAC time: 60000 ms
Band 5:
	* 902 MHz [-301] (disabled)
`)
  const plain = { isDisabled: false, noIr: false, dfs: undefined, checkSeconds: 0 }
  assert.deepEqual(channels, [
    { ...plain, frequency: 2472, channel: 13, noIr: true, dbm: 20, widths: ['20MHz', 'HT40-'] },
    { ...plain, frequency: 2484, channel: 14, isDisabled: true, dbm: 0, widths: [] },
    { ...plain, frequency: 5180, channel: 36, dbm: 23, widths: ['20MHz', 'HT40+', 'VHT80', 'VHT160'] },
    {
      ...plain,
      frequency: 5260,
      channel: 52,
      dbm: 20,
      widths: ['20MHz', 'HT40-', 'HT40+', 'VHT80', 'VHT160'],
      dfs: { state: 'unavailable', seconds: 12 },
      checkSeconds: 60,
    },
  ])
})

test('a survey has the time that others used a channel', () => {
  const text = `Survey data from wlan1
	frequency:			2412 MHz [in use]
	noise:				-92 dBm
	channel active time:		64 ms
	channel busy time:		8 ms
	channel transmit time:		3 ms
Survey data from wlan1
	frequency:			2417 MHz
`
  assert.deepEqual(parseSurveys(text), [{ frequency: 2412, activeMs: 64, busyMs: 5 }])
})

const network = (freq: number, ...more: string[]) =>
  `BSS 02:00:00:00:00:09(on wlan1)\n\tfreq: ${freq}\n\tsignal: -60.00 dBm\n\tSSID: other\n${more.map((line) => `\t${line}\n`).join('')}`
const ht = (side: string) => ['HT operation:', `\t * primary channel: 1`, `\t * secondary channel offset: ${side}`]
const vht = (code: string, first: number, second: number) => [
  'VHT operation:',
  `\t * channel width: ${code}`,
  `\t * center freq segment 1: ${first}`,
  `\t * center freq segment 2: ${second}`,
]

test('the width of a network is that of its last announcement', () => {
  const blocks = [
    network(2412),
    network(2412, ...ht('no secondary')),
    network(2437, ...ht('below')),
    network(5180, ...ht('above'), ...vht('0 (20 or 40 MHz)', 0, 0)),
    network(5180, ...ht('above'), ...vht('1 (80 MHz)', 42, 0)),
    network(5180, ...ht('above'), ...vht('1 (80 MHz)', 42, 50)),
    network(5180, ...ht('above'), ...vht('2 (160 MHz)', 50, 0)),
  ].flatMap(parseBlocks)
  assert.deepEqual(
    blocks.map(({ centre, width }) => [centre, width]),
    [
      [2412, 20],
      [2412, 20],
      [2427, 40],
      [5190, 40],
      [5210, 80],
      [5250, 160],
      [5250, 160],
    ],
  )
})
