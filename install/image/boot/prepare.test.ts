import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSystem, type System } from '../../system.ts'
import { keepSlotState, placeImageRelease } from './prepare.ts'

const RELEASES = '/opt/sallyport/releases'

function imageOf(t: { after(run: () => void): void }, version: string) {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-image-'))
  t.after(() => rmSync(root, { recursive: true }))
  const inRoot = openSystem(root)
  const real: System = {
    ...inRoot,
    run(argv) {
      if (argv[0] === 'pgrep') return { status: 1, stdout: '', output: '' }
      if (!['tar', 'mv'].includes(argv[0] ?? '')) return { status: 0, stdout: '', output: '' }
      return inRoot.run(argv.map((word) => word.replace(/^(--\w+=)?(?=\/var)/, (flag) => `${flag}${root}`)))
    },
  }
  const system = { ...real, start: (other: string) => startedFrom(other) }
  function startedFrom(other: string): string {
    real.remove('/usr/lib/sallyport')
    real.makeDirectory(`/usr/lib/sallyport/${other}`)
    real.link('/usr/lib/sallyport/release', other)
    placeImageRelease(real)
    const current = real.entry('/opt/sallyport/current')
    return current.kind === 'link' ? current.target : current.kind
  }
  return { system, current: startedFrom(version) }
}

test('the release of the image runs first', (t) => {
  const { system, current } = imageOf(t, '1.0.0')
  assert.equal(current, `${RELEASES}/1.0.0`)
  assert.deepEqual(system.entry(`${RELEASES}/1.0.0`), { kind: 'link', target: '/usr/lib/sallyport/1.0.0' })
})

test('a newer release that an update has installed stays, until an image is newer', (t) => {
  const { system } = imageOf(t, '1.0.0')
  system.makeDirectory(`${RELEASES}/1.1.0`)
  system.link('/opt/sallyport/current', `${RELEASES}/1.1.0`)
  assert.equal(system.start('1.0.0'), `${RELEASES}/1.1.0`)
  assert.equal(system.start('1.2.0'), `${RELEASES}/1.2.0`)
})

test('after a return to the other slot, its release runs', (t) => {
  const { system } = imageOf(t, '1.0.0')
  assert.equal(system.start('1.2.0'), `${RELEASES}/1.2.0`)
  assert.equal(system.start('1.0.0'), `${RELEASES}/1.0.0`)
  assert.deepEqual(system.list(RELEASES), ['1.0.0'])
})

test('a slot that does not work leaves the state of the release before', (t) => {
  const { system } = imageOf(t, '1.0.0')
  const state = '/var/lib/sallyport/state.db'
  system.write(state, 'old')
  system.start('1.2.0')
  system.write(state, 'migrated')
  assert.equal(system.start('1.0.0'), `${RELEASES}/1.0.0`)
  assert.deepEqual(system.entry(state), { kind: 'file', content: 'old', mode: 0o644 })

  system.start('1.2.0')
  system.write(state, 'migrated')
  keepSlotState(system)
  assert.deepEqual(system.list('/var/lib/sallyport-install'), [])
})
