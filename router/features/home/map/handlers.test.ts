import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Topology } from '../../../model/home/map/contract.ts'
import { withSignals } from './handlers.ts'

const [PHONE, TV] = ['02:00:00:00:00:01', '02:00:00:00:00:02']
const device = (MAC: string, Iface: string) =>
  ({ ID: `dev:${MAC}`, Kind: 'device', Name: 'x', MAC, Iface, Online: true, Style: { Icon: '', Color: '' } }) as const
const graph: Topology = {
  GeneratedAt: '2024-03-01T10:00:00.000Z',
  Nodes: [device(PHONE, 'wlan0.4096'), device(TV, 'lan0')],
  Edges: [],
  Sinks: [],
}
const status = { freq: '2412', 'bss[0]': 'wlan0', 'ssid[0]': 'Home' }
const fields = {
  flags: '[AUTH][ASSOC][AUTHORIZED]',
  vlan_id: '4096',
  signal: '-55',
  tx_rate_info: '1445',
  rx_rate_info: '60',
}
const reading = (mac: string, more: object = {}) => ({
  mac,
  radio: 'wlan0',
  network: 'wlan0',
  fields: { ...fields, ...more },
  status,
})

test('a device on a radio has its network, signal and rates', () => {
  const [phone, tv] = withSignals(graph, [reading(PHONE)], 0).Nodes
  assert.deepEqual(phone, { ...graph.Nodes[0], SSID: 'Home', Signal: { RSSI: -55, TxRate: 144.5, RxRate: 6 } })
  assert.deepEqual(tv, graph.Nodes[1])
})

test('a station that has not proved a passphrase, or another one on the link, gives no signal', () => {
  for (const one of [reading(PHONE, { flags: '[AUTH]' }), reading(TV)])
    assert.deepEqual(withSignals(graph, [one], 0), graph)
})
