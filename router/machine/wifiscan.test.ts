import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed } from '../errors.ts'
import { openSteppedClock } from './stepped.fixture.ts'
import { scan } from './wifiscan.ts'

const FOUND = 'BSS 02:00:00:00:01:00(on wlan1)\n\tfreq: 2412\n\tsignal: -50.00 dBm\n\tSSID: cafe\n'

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
