import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDatabase } from '../store/database.ts'
import { openLedger } from '../store/ledger.ts'
import { type RouterOptions, type StaticAddress, unknownLinks } from './options.ts'

/** What a new router makes of an uplink with a static address, and what it logs. */
function newUplink(address: StaticAddress, isSaved = false) {
  const lines: string[] = []
  const options = {
    ...{ uplinks: ['eth0'], wired: [], wireless: [], radios: [] },
    staticAddresses: new Map([['eth0', address]]),
    log: (line: string) => void lines.push(line),
  } as unknown as RouterOptions
  using database = openDatabase(':memory:')
  const ledger = openLedger()
  ledger.post(database.load())
  const saved = { Name: 'eth0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true } as const
  if (isSaved) ledger.post(ledger.draw((draft) => draft.interfaces.put('eth0', saved)))
  return { links: unknownLinks(ledger.facts, options, []), lines }
}

test('a new uplink has the static address of the command line', () => {
  const { links, lines } = newUplink({ IP: '198.51.100.7/24', Router: '198.51.100.1' })
  const [{ Name, DisableDHCP, IP, Router } = { Name: '' }] = links
  assert.deepEqual(
    { Name, DisableDHCP, IP, Router },
    {
      ...{ Name: 'eth0', DisableDHCP: true },
      ...{ IP: '198.51.100.7/24', Router: '198.51.100.1' },
    },
  )
  assert.deepEqual(lines, [])
})

test('a static address in the network of the home is not used, and logged', () => {
  const { links, lines } = newUplink({ IP: '192.168.2.7/24', Router: '192.168.2.1' })
  assert.deepEqual(links, [{ Name: 'eth0', Type: 'Uplink', Subtype: 'ethernet', Enabled: true }])
  assert.match(lines.join('\n'), /^--static eth0: .*192\.168\.2\.0\/24.*; the address is not used$/)
})

test('the saved configuration of an uplink is used, and nothing is logged about the command line', () => {
  assert.deepEqual(newUplink({ IP: '192.168.2.7/24', Router: '192.168.2.1' }, true), { links: [], lines: [] })
})
