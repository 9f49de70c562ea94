import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Refused } from '../errors.ts'
import { radioHandlers } from '../features/wifi/radios/handlers.ts'
import { openMemoryFacts } from '../store/memory.ts'
import { openSteppedClock } from './stepped.fixture.ts'
import { scan } from './wifiscan.ts'

const FOUND = 'BSS 02:00:00:00:01:00(on wlan1)\n\tfreq: 2412\n\tsignal: -50.00 dBm\n\tSSID: cafe\n'

/** `latest` is what the kernel has kept of the last scan; a new one is refused. */
async function scanWhileBusy(latest: string) {
  const { facts, change } = openMemoryFacts()
  await change((draft) => draft.links.put('wlan1', { name: 'wlan1', index: 4, mac: '02:00:00:00:00:04', up: false }))
  const run = async (argv: readonly string[]): Promise<string> => {
    if (argv.includes('ap-force')) throw new CommandFailed(argv, 240, 'Device or resource busy (-16)')
    return argv.includes('dump') ? latest : ''
  }
  const handlers = radioHandlers({ facts, change, machine: { run } } as unknown as Parameters<typeof radioHandlers>[0])
  const request = { params: { interface: 'wlan1' } } as unknown as Parameters<typeof handlers.scan>[0]
  return handlers.scan(request)
}

test('the networks of a scan are read when it has ended', async () => {
  const clock = openSteppedClock()
  const asked: string[] = []
  let looks = 0
  const run = async (argv: readonly string[]): Promise<string> => {
    asked.push(argv.slice(4).join(' '))
    if (argv.at(-1) !== '1') return argv.includes('dump') ? FOUND : ''
    throw new CommandFailed(
      argv,
      240,
      looks++ < 2 ? 'command failed: Device or resource busy (-16)' : 'Invalid argument (-22)',
    )
  }
  const scanning = scan({ run, clock }, 'wlan1', [2412, 2462])
  for (let look = 0; look < 2; look++) {
    await new Promise(setImmediate)
    await clock.step(200)
  }
  assert.equal(await scanning, FOUND)
  assert.deepEqual(asked, ['trigger freq 2412 2462 ap-force', ...Array(3).fill('trigger freq 1'), 'dump'])
})

test('while an uplink is scanning, its last results are listed', async () => {
  const found = await scanWhileBusy(FOUND)
  assert.partialDeepStrictEqual(found, [{ ssid: 'cafe', signal_dbm: -50 }])
  await assert.rejects(scanWhileBusy(''), Refused)
})
