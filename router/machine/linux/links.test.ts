import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultLinkOf } from './links.ts'

const HEAD = 'Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n'
const route = (link: string, destination: string, metric: number, mask: string): string =>
  `${link}\t${destination}\t0100000A\t0003\t0\t0\t${metric}\t${mask}\t0\t0\t0\n`

test('the default route with the lowest metric leads to the internet', () => {
  const routes = [
    route('ens5', '0000000A', 0, '00FFFFFF'),
    route('ens6', '00000000', 200, '00000000'),
    route('ens5', '00000000', 100, '00000000'),
    route('tun0', '00000000', 0, '00000080'),
  ]
  assert.equal(defaultLinkOf(HEAD + routes.join('')), 'ens5')
  assert.equal(defaultLinkOf(HEAD), undefined)
  assert.equal(defaultLinkOf(''), undefined)
})
