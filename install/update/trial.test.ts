import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CURRENT, DATA, FALLBACK, ON_TRIAL } from '../places.ts'
import { openSystem, type System } from '../system.ts'
import { lossesOf } from './probe.ts'
import { beginTrial, keepRelease, rollBack, trialOf } from './trial.ts'

const [OLD, NEW] = ['/opt/sallyport/releases/1', '/opt/sallyport/releases/2']

/** A machine with release 1 and some saved state. `failing`: programs that fail. */
function open(t: { after(run: () => void): void }) {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-trial-'))
  t.after(() => rmSync(root, { recursive: true }))
  const ran: string[] = []
  const failing = new Set<string>()
  const real = openSystem(root)
  const run: System['run'] = (argv) => {
    const line = argv.join(' ')
    if (argv[0] === 'systemctl') ran.push(line)
    if (failing.has(line) || failing.has(argv[0] ?? '')) return { status: 1, output: 'No space left on device' }
    if (argv[0] === 'systemctl' || argv[0] === 'sync') return { status: 0, output: '' }
    return real.run(argv.map((word) => (/^\/(var|opt)/.test(word) ? join(root, word) : word)))
  }
  const system = { ...real, run }
  system.link(CURRENT, OLD)
  system.write(`${DATA}/state.db`, 'old')
  system.write(`${DATA}/dnslog/1.log`, 'large')
  const state = () => system.entry(`${DATA}/state.db`)
  return {
    system,
    ran,
    failing,
    content: () => (({ kind, ...rest }) => ('content' in rest ? rest.content : kind))(state()),
  }
}

test('a release that is kept has the present state, and no trial remains', (t) => {
  const { system, content } = open(t)
  assert.equal(beginTrial(system, NEW), undefined)
  assert.deepEqual(trialOf(system), { from: OLD, to: NEW })
  assert.equal(system.entry(ON_TRIAL).kind, 'file')
  system.write(`${DATA}/state.db`, 'migrated')
  keepRelease(system)
  assert.equal(trialOf(system), undefined)
  assert.equal(system.entry(ON_TRIAL).kind, 'absent')
  assert.equal(content(), 'migrated')
  assert.deepEqual(system.entry(CURRENT), { kind: 'link', target: NEW })
})

test('a roll-back restores the release and the state, and leaves the large files', (t) => {
  const { system, content, ran } = open(t)
  beginTrial(system, NEW)
  assert.deepEqual(system.entry(FALLBACK), { kind: 'link', target: OLD })
  system.write(`${DATA}/state.db`, 'migrated')
  system.write(`${DATA}/new.db`, 'of the new release')
  system.write(`${DATA}/dnslog/1.log`, 'larger')
  rollBack(system)
  assert.deepEqual(system.entry(CURRENT), { kind: 'link', target: OLD })
  assert.equal(content(), 'old')
  assert.deepEqual(system.list(DATA), ['dnslog', 'state.db'])
  assert.deepEqual(system.entry(`${DATA}/dnslog/1.log`), { kind: 'file', content: 'larger', mode: 0o644 })
  assert.equal(ran.at(-1), 'systemctl start sallyport.service')
})

test('a state that cannot be copied stops the update, and the router starts again', (t) => {
  const { system, content, failing, ran } = open(t)
  failing.add('cp')
  assert.throws(() => beginTrial(system, NEW), /No space left/)
  assert.equal(trialOf(system), undefined)
  assert.deepEqual(system.entry(CURRENT), { kind: 'link', target: OLD })
  assert.equal(content(), 'old')
  assert.deepEqual(ran, ['systemctl stop sallyport.service', 'systemctl start sallyport.service'])
})

test('a release that does not start is reported', (t) => {
  const { system, failing } = open(t)
  failing.add('systemctl start sallyport.service')
  assert.equal(beginTrial(system, NEW), 'it does not start')
})

test('a release may lack what was missing before, and nothing else', () => {
  const all = { lease: true, dns: true, internet: true }
  assert.deepEqual(lossesOf(all, all), [])
  assert.deepEqual(lossesOf({ ...all, internet: false }, { ...all, internet: false }), [])
  assert.deepEqual(lossesOf(all, { lease: true, dns: false, internet: false }), [
    'a device gets no DNS response',
    'a device does not reach the internet',
  ])
})
