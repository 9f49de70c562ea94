import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { InterfaceConfig } from '../../../../router/model/internet/links/interface.ts'
import type { PhysicalLink } from '../../internet/links/link.ts'
import { outsideOf } from './outside.ts'

const link = (Type: InterfaceConfig['Type'], ...addresses: string[]): PhysicalLink => ({
  name: 'eth0',
  config: { Name: 'eth0', Type, Subtype: '', Enabled: true } as InterfaceConfig,
  state: 'connected',
  mac: '',
  addresses,
  tags: [],
  stations: 0,
})
const home = link('Downlink', '192.168.2.1/24')

test('a forward is reachable at the address of each uplink, and not at addresses of the home', () => {
  const links = [link('Uplink', '81.2.69.137/24'), link('Uplink', '203.0.113.7/24'), home]
  assert.deepEqual(outsideOf({ SrcPort: '8443' }, links), {
    addresses: ['81.2.69.137:8443', '203.0.113.7:8443'],
    isBehind: false,
  })
  assert.deepEqual(outsideOf({ SrcPort: 'any' }, links).addresses[0], '81.2.69.137')
  assert.deepEqual(outsideOf({ SrcPort: '8000-8100' }, links).addresses[0], '81.2.69.137:8000-8100')
})

test('uplinks with private or CGNAT addresses only are reported as behind another router', () => {
  assert.equal(outsideOf({ SrcPort: '80' }, [link('Uplink', '10.0.0.7/24'), home]).isBehind, true)
  assert.equal(outsideOf({ SrcPort: '80' }, [link('Uplink', '100.64.3.2/16')]).isBehind, true)
  assert.equal(
    outsideOf({ SrcPort: '80' }, [link('Uplink', '10.0.0.7/24'), link('Uplink', '81.2.69.137/24')]).isBehind,
    false,
  )
  assert.deepEqual(outsideOf({ SrcPort: '80' }, [home]), { addresses: [], isBehind: false })
})
