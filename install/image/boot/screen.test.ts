import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderScreen, type ScreenState } from './screen.ts'

const NEW: ScreenState = {
  version: '1.0.0',
  links: { uplinks: ['eth0'], ports: ['eth1', 'eth2'] },
  uplinkAddresses: ['192.0.2.7'],
  address: '192.168.2.1',
  isSetUp: false,
  canUpdate: true,
  passphrase: undefined,
}

test('the console of a new router shows the address of the setup, and a QR code', () => {
  const screen = renderScreen(NEW)
  assert.match(screen, /ports eth1, eth2/)
  assert.match(screen, /http:\/\/192\.168\.2\.1\//)
  assert.match(screen, /▀|▄|█/)
  assert.match(screen, /Internet \(port eth0\): 192\.0\.2\.7/)
  assert.match(renderScreen({ ...NEW, passphrase: 'abc' }), /spr-setup \(passphrase abc\)/)
})

test('afterwards it shows the address alone', () => {
  const screen = renderScreen({ ...NEW, isSetUp: true, passphrase: 'abc', uplinkAddresses: [] })
  assert.match(screen, /http:\/\/192\.168\.2\.1\//)
  assert.match(screen, /no address yet/)
  assert.doesNotMatch(screen, /abc|▀|▄|█/)
  assert.match(screen, /USB stick/)
  assert.doesNotMatch(renderScreen({ ...NEW, isSetUp: true, canUpdate: false }), /USB stick/)
})

test('it shows why a bundle was not installed', () => {
  const bundle = 'update.raucb was not installed: it is damaged or incomplete. The router runs as before.'
  assert.ok(renderScreen({ ...NEW, isSetUp: true, bundle }).includes(`\n${bundle}\n`))
})

test('a machine with too few ports says so', () => {
  assert.match(renderScreen({ ...NEW, links: undefined }), /needs two network ports/)
})
