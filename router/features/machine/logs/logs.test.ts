import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandFailed, Invalid } from '../../../errors.ts'
import { openBus } from '../../../events/bus.ts'
import type { ProgramOutput } from '../../../machine/machine.ts'
import { openSteppedClock } from '../../../machine/stepped.fixture.ts'
import type { LogEntry } from '../../../model/machine/logs/entry.ts'
import type { Caller } from '../../../model/operation.ts'
import { logHandlers } from './handlers.ts'
import { readJournal } from './journal.ts'
import { openLog } from './log.ts'
import { openRing } from './ring.ts'

const caller: Caller = { name: 'admin', kind: 'user', address: '' }
const request = { params: {}, query: {}, body: undefined, caller }

const ask = async (read: () => Iterable<LogEntry> | AsyncIterable<LogEntry>): Promise<LogEntry[]> => {
  const chunks = (await logHandlers({ read }).logs(request)) as AsyncIterable<string>
  return JSON.parse((await Array.fromAsync(chunks)).join(''))
}

function openOwn({ journal = false } = {}) {
  const clock = openSteppedClock(1_698_316_313_985)
  const bus = openBus(() => {})
  const printed: string[] = []
  const ring = openRing()
  const log = openLog({ clock, print: (line) => printed.push(line), ring: journal ? undefined : ring })
  log.subscribeTo(bus)
  return { clock, bus, log, printed, ring, logged: () => ask(() => ring.entries()) }
}

const access = (path: string) => ({ remoteaddr: '192.168.2.6:1234', method: 'GET', path })

test('the router’s own lines are returned in the format of a journal, newest first', async () => {
  const { clock, bus, log, logged, printed } = openOwn()
  log.note('sallyport: answering')
  await clock.step(1)
  bus.publish('log:www:access', access('/logs'))
  bus.publish('log:api', { level: 'error', msg: 'GET /x: no way', time: '' })
  const own = { CONTAINER_NAME: 'superapi' }
  assert.deepEqual(await logged(), [
    { ...own, MESSAGE: 'error: GET /x: no way', __REALTIME_TIMESTAMP: '1698316313986000', PRIORITY: '3' },
    { ...own, MESSAGE: '192.168.2.6:1234 GET /logs', __REALTIME_TIMESTAMP: '1698316313986000', PRIORITY: '6' },
    { ...own, MESSAGE: 'sallyport: answering', __REALTIME_TIMESTAMP: '1698316313985000', PRIORITY: '6' },
  ])
  assert.deepEqual(printed, ['sallyport: answering', 'error: GET /x: no way'], 'calls are not for the terminal')
})

test('no more than 2000 lines of 1024 characters are kept, and each stays one line', async () => {
  const { bus, log, logged } = openOwn()
  for (let n = 0; n < 4100; n++) bus.publish('log:www:access', access(`/${n}`))
  log.note(`a\n<0>b\u2028${'c'.repeat(5000)}`)
  const entries = await logged()
  assert.equal(entries.length, 2000)
  assert.equal(entries[0]?.MESSAGE, `a <0>b ${'c'.repeat(1017)}`)
  assert.deepEqual(
    [entries[1], entries[1999]].map((entry) => entry?.MESSAGE),
    ['192.168.2.6:1234 GET /4099', '192.168.2.6:1234 GET /2101'],
  )
})

test('repeated failures are counted instead of listed, and other failures are still listed', async () => {
  const { clock, bus, printed } = openOwn({ journal: true })
  const fail = (msg: string) => bus.publish('log:api', { level: 'error', msg, time: '' })
  for (let n = 0; n < 10_000; n++) fail(`GET /pages/documentation/some/page: fault ${n}`)
  assert.equal(printed.length, 30)
  fail('the disk is full')
  assert.deepEqual(printed.slice(30), ['<4>9970 more failures are not listed', '<3>error: the disk is full'])
  for (let n = 0; n < 100_000; n++) fail(`${n} is another kind of failure`)
  assert.ok(printed.length <= 310, `${printed.length} lines`)
  await clock.step(24 * 3600_000)
  fail('the disk is full')
  assert.match(printed.at(-2) ?? '', /^<4>\d+ more failures are not listed$/)
})

test('with a journal, every line is printed with its priority', () => {
  const { bus, log, printed } = openOwn({ journal: true })
  log.note('sallyport: answering')
  log.note('no copy could be kept', 'warning')
  bus.publish('log:www:access', access('/logs'))
  assert.deepEqual(printed, ['<6>sallyport: answering', '<4>no copy could be kept', '<6>192.168.2.6:1234 GET /logs'])
})

test('nothing logged is an empty list', async () => {
  assert.deepEqual(await openOwn().logged(), [])
})

/** Printed by journalctl 252 of Debian 12, of lines sent with systemd-cat; cursors shortened. The last was 9000 bytes long. */
const PRINTED = `{"_BOOT_ID":"8206fee43ef640e38704b935b5c49fe0","__REALTIME_TIMESTAMP":"1795260706172908","PRIORITY":"3","__CURSOR":"s=6b","MESSAGE":"error: größer","_TRANSPORT":"stdout","__MONOTONIC_TIMESTAMP":"14740074345","SYSLOG_IDENTIFIER":"node"}
{"__CURSOR":"s=6b","__REALTIME_TIMESTAMP":"1795260706187070","PRIORITY":"6","SYSLOG_IDENTIFIER":"node","MESSAGE":[97,27,255,98],"_TRANSPORT":"stdout"}
{"PRIORITY":"6","_TRANSPORT":"stdout","MESSAGE":null,"__CURSOR":"s=6b","SYSLOG_IDENTIFIER":"node","__REALTIME_TIMESTAMP":"1795260706190201"}
`

/** As a helper that speaks syslog, and as a container, would have their fields; written by hand. */
const OTHERS = `{"__REALTIME_TIMESTAMP":"1795260706190300","MESSAGE":"LCP terminated","_TRANSPORT":"syslog","SYSLOG_IDENTIFIER":"pppd","PRIORITY":"3"}
{"__REALTIME_TIMESTAMP":"1795260706190301","MESSAGE":"started","_TRANSPORT":"journal","CONTAINER_NAME":"spr-plugin"}
`

const printing = (text: string, failure?: CommandFailed) => {
  const asked: string[] = []
  const stream = (argv: readonly string[]): ProgramOutput => {
    asked.push(argv.join(' '))
    return {
      async *[Symbol.asyncIterator]() {
        // Byte by byte: a character in two chunks, a line in many.
        for (const byte of Buffer.from(text)) yield Uint8Array.of(byte)
        if (failure) throw failure
      },
      [Symbol.dispose]: () => {},
    }
  }
  return { asked, entries: () => readJournal({ stream }, 'sallyport.service') }
}

test('where there is a journal, its entries of the unit are listed', async () => {
  const { asked, entries } = printing(PRINTED)
  const own = { CONTAINER_NAME: 'superapi' }
  assert.deepEqual(await ask(entries), [
    { ...own, MESSAGE: 'error: größer', __REALTIME_TIMESTAMP: '1795260706172908', PRIORITY: '3' },
    { ...own, MESSAGE: [97, 27, 255, 98], __REALTIME_TIMESTAMP: '1795260706187070', PRIORITY: '6' },
    { ...own, MESSAGE: '(too long to be shown)', __REALTIME_TIMESTAMP: '1795260706190201', PRIORITY: '6' },
  ])
  assert.match(asked[0]!, /^journalctl .*--reverse --lines=2000 .*--unit=sallyport\.service$/)
})

test('lines that other programs write in the unit are listed under the names of these programs', async () => {
  const others = await ask(printing(OTHERS).entries)
  assert.deepEqual(
    others.map(({ CONTAINER_NAME, PRIORITY }) => [CONTAINER_NAME, PRIORITY]),
    [
      ['pppd', '3'],
      ['spr-plugin', '6'],
    ],
  )
})

test('a journal that cannot be read is reported with the reason', async () => {
  const failure = new CommandFailed(
    ['journalctl'],
    1,
    'No journal files were opened due to insufficient permissions.\n',
  )
  const refused = (error: unknown) =>
    error instanceof Invalid && /^The journal cannot be read: No journal files/.test(error.message)
  await assert.rejects(ask(printing('', failure).entries), refused)
})
