import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { CURRENT, DATA, FALLBACK, INSTALLATION, ON_TRIAL } from '../places.ts'
import { openSystem, type System } from '../system.ts'
import { lossesOf } from './probe.ts'
import { beginTrial, keepRelease, restoreRelease, rollBack, trialOf } from './trial.ts'

const PROJECTS = 'state/plugins/superd/projects.json'
const IMAGE = 'state/plugins/superd/engine/image'
const [OLD, NEW] = ['/opt/sallyport/releases/1', '/opt/sallyport/releases/2']

const contentOf = (system: System, name: string): string => {
  const found = system.entry(`${DATA}/${name}`)
  return found.kind === 'file' ? found.content : found.kind
}

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
    if (failing.has(line) || failing.has(argv[0] ?? ''))
      return { status: 1, stdout: '', output: 'No space left on device' }
    if (argv[0] === 'pgrep') return { status: 1, stdout: '', output: '' }
    if (!['tar', 'mv'].includes(argv[0] ?? '')) return { status: 0, stdout: '', output: '' }
    return real.run(argv.map((word) => word.replace(/^(--\w+=)?(?=\/(var|opt))/, (flag) => `${flag}${root}`)))
  }
  const system = { ...real, run }
  system.makeDirectory(INSTALLATION)
  system.link(CURRENT, OLD)
  system.write(`${DATA}/state.db`, 'old')
  system.write(`${DATA}/dnslog/1.log`, 'large')
  system.write(`${DATA}/${PROJECTS}`, 'old')
  system.write(`${DATA}/${IMAGE}`, 'large')
  for (const release of [OLD, NEW, '/opt/sallyport/releases/0']) system.write(`${release}/x`, '')
  return {
    system,
    ran,
    failing,
    content: () => contentOf(system, 'state.db'),
  }
}

test('a release that is kept has the present state, and no trial remains', (t) => {
  const { system, content } = open(t)
  assert.equal(beginTrial(system, NEW), true)
  assert.deepEqual(trialOf(system), { from: OLD, to: NEW })
  assert.equal(system.entry(ON_TRIAL).kind, 'file')
  system.write(`${DATA}/state.db`, 'migrated')
  keepRelease(system)
  assert.equal(trialOf(system), undefined)
  assert.equal(system.entry(ON_TRIAL).kind, 'absent')
  assert.equal(content(), 'migrated')
  assert.deepEqual(system.entry(CURRENT), { kind: 'link', target: NEW })
  assert.deepEqual(system.list('/opt/sallyport/releases'), ['1', '2'], 'the one before stays')
})

test('a roll-back restores the release and the state, and leaves the large files', (t) => {
  const { system, content, ran } = open(t)
  beginTrial(system, NEW)
  assert.deepEqual(system.entry(FALLBACK), { kind: 'link', target: OLD })
  system.write(`${DATA}/state.db`, 'migrated')
  system.write(`${DATA}/new.db`, 'of the new release')
  system.write(`${DATA}/${PROJECTS}`, 'migrated')
  system.write(`${DATA}/${IMAGE}`, 'larger')
  system.write(`${DATA}/dnslog/1.log`, 'larger')
  rollBack(system)
  assert.deepEqual(system.entry(CURRENT), { kind: 'link', target: OLD })
  assert.equal(content(), 'old')
  assert.deepEqual(system.list(DATA), ['dnslog', 'state', 'state.db'])
  assert.equal(contentOf(system, PROJECTS), 'old')
  assert.equal(contentOf(system, IMAGE), 'larger', 'containers are not copied')
  assert.deepEqual(system.list('/var/lib'), ['sallyport', 'sallyport-install'])
  assert.deepEqual(system.entry(`${DATA}/dnslog/1.log`), { kind: 'file', content: 'larger', mode: 0o644 })
  assert.equal(ran.at(-1), 'systemctl start sallyport.service')
})

test('a state that cannot be copied stops the update, and the router starts again', (t) => {
  const { system, content, failing, ran } = open(t)
  failing.add('tar')
  assert.throws(() => beginTrial(system, NEW), /No space left/)
  assert.equal(trialOf(system), undefined)
  assert.deepEqual(system.entry(CURRENT), { kind: 'link', target: OLD })
  assert.equal(content(), 'old')
  assert.equal(ran.at(0), 'systemctl stop sallyport.service')
  assert.equal(ran.at(-1), 'systemctl start sallyport.service')
})

test('a release that does not start is reported', (t) => {
  const { system, failing } = open(t)
  failing.add('systemctl start sallyport.service')
  assert.equal(beginTrial(system, NEW), false)
})

test('a release may lack what was missing before, and nothing else', () => {
  const all = { lease: true, dns: true, internet: true, radios: ['wlan0', 'wlan1'] }
  assert.deepEqual(lossesOf(all, all), [])
  assert.deepEqual(lossesOf({ ...all, internet: false }, { ...all, internet: false }), [])
  assert.deepEqual(lossesOf(all, { ...all, dns: false, internet: false }), ['dns', 'internet'])
  assert.deepEqual(lossesOf(all, { ...all, radios: ['wlan0'] }), ['radio'])
  assert.deepEqual(lossesOf({ ...all, radios: [] }, all), [])
})

/** Thrown in place of a program, as if the power failed. */
class PowerCut extends Error {}

test('a roll-back that a power cut interrupts at any moment is completed at the next start', (t) => {
  for (let survived = 0, isOver = false; !isOver; survived++) {
    const { system, content } = open(t)
    beginTrial(system, NEW)
    system.write(`${DATA}/state.db`, 'migrated')
    system.write(`${DATA}/new.db`, 'of the new release')
    let left = survived
    const cutting = Object.fromEntries(
      Object.entries(system).map(([name, call]) => [
        name,
        (...args: unknown[]) => {
          if (['remove', 'link', 'run', 'makeDirectory'].includes(name) && left-- <= 0) throw new PowerCut()
          return (call as (...all: unknown[]) => unknown)(...args)
        },
      ]),
    ) as unknown as System
    try {
      restoreRelease(cutting)
      isOver = true
    } catch (error) {
      assert.ok(error instanceof PowerCut, String(error))
    }
    restoreRelease(system)
    assert.equal(trialOf(system), undefined)
    assert.equal(content(), 'old', `after ${survived} steps`)
    assert.equal(contentOf(system, IMAGE), 'large', `after ${survived} steps`)
    assert.deepEqual(system.list(DATA), ['dnslog', 'state', 'state.db'])
    assert.deepEqual(system.entry(CURRENT), { kind: 'link', target: OLD })
  }
})

test('a second trial does not begin, and a state that cannot be restored leaves the release on trial running', (t) => {
  const { system, failing, ran, content } = open(t)
  beginTrial(system, NEW)
  assert.throws(() => beginTrial(system, NEW), /on trial already/)
  system.write(`${DATA}/state.db`, 'migrated')
  failing.add('tar')
  assert.throws(() => rollBack(system), /No space left/)
  assert.equal(content(), 'migrated')
  assert.equal(ran.at(-1), 'systemctl start sallyport.service')
  failing.clear()
  rollBack(system)
  assert.equal(content(), 'old')
})

test('a link in the place of a folder is not followed', (t) => {
  const { system } = open(t)
  beginTrial(system, NEW)
  system.remove(`${DATA}/state`)
  system.write('/etc/victim/plugins/superd/engine/x', 'untouched')
  system.link(`${DATA}/state`, '../../../etc/victim')
  rollBack(system)
  assert.equal(system.entry('/etc/victim/plugins/superd/engine/x').kind, 'file')
  assert.deepEqual(system.list('/etc/victim/plugins/superd'), ['engine'])
  assert.equal(system.entry(`${DATA}/state`).kind, 'directory')
})
