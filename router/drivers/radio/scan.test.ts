import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed } from '../../errors.ts'
import { openSteppedClock } from '../../machine/stepped.fixture.ts'
import { scanAll } from './scan.ts'

test('a link is set up before its radio scans all channels', async () => {
  const commands: string[] = []
  const run = async (argv: readonly string[]): Promise<string> => {
    commands.push(argv.join(' '))
    if (argv.includes('1')) throw new CommandFailed(argv, 234, 'Invalid argument (-22)')
    return argv.includes('dump') ? 'BSS 02:00:00:00:01:00' : ''
  }
  assert.equal(await scanAll({ run, clock: openSteppedClock() }, 'wlan1'), 'BSS 02:00:00:00:01:00')
  assert.deepEqual(commands, [
    'ip link set wlan1 up',
    'iw dev wlan1 scan trigger ap-force',
    'iw dev wlan1 scan trigger freq 1',
    'iw dev wlan1 scan dump',
  ])
})
