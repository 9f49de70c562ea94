import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Refused } from '../../../errors.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { radioHandlers } from './handlers.ts'

const FOUND = 'BSS 02:00:00:00:01:00(on wlan1)\n\tfreq: 2412\n\tsignal: -50.00 dBm\n\tSSID: cafe\n'

/** `latest` is what the kernel has kept of the last scan; a new one is refused. */
async function scanWhileBusy(latest: string) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => draft.links.put('wlan1', { name: 'wlan1', index: 4, mac: '02:00:00:00:00:04', up: false }))
  const run = async (argv: readonly string[]): Promise<string> => (argv.includes('dump') ? latest : '')
  const scan = async (link: string): Promise<never> => {
    throw new CommandFailed(['iw', link], 240, 'Device or resource busy (-16)')
  }
  const parts = { facts, change, machine: { run }, radio: { scan } }
  const handlers = radioHandlers(parts as unknown as Parameters<typeof radioHandlers>[0])
  const request = { params: { interface: 'wlan1' } } as unknown as Parameters<typeof handlers.scan>[0]
  return handlers.scan(request)
}

test('while an uplink is scanning, its last results are listed', async () => {
  const found = await scanWhileBusy(FOUND)
  assert.partialDeepStrictEqual(found, [{ ssid: 'cafe', signal_dbm: -50 }])
  await assert.rejects(scanWhileBusy(''), Refused)
})
