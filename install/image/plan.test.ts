import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openSystem } from '../system.ts'
import { units } from '../units.ts'
import { planImage, stageImage } from './plan.ts'

test('an image has the units of an installation, and none that undoes it', () => {
  const files = planImage('1.2.3').flatMap((step) => (step.kind === 'file' ? [step.path] : []))
  for (const name of Object.keys(units())) assert.ok(files.includes(`/etc/systemd/system/${name}`), name)
  assert.ok(!files.some((path) => path.includes('undo')))
  assert.ok(planImage('1.2.3').every((step) => step.kind !== 'unit' || !step.isStarted))
})

test('what depends on the machine is not in the image', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-image-'))
  t.after(() => rmSync(root, { recursive: true }))
  const [early, late] = [join(root, 'early'), join(root, 'late')]
  const commands = stageImage('1.2.3', 'amd64', { early, late, keyring: 'CERTIFICATE' })
  const system = openSystem(early)
  assert.deepEqual(system.entry('/usr/lib/sallyport/release'), { kind: 'link', target: '1.2.3' })
  assert.deepEqual(system.entry('/etc/default/sallyport'), {
    kind: 'link',
    target: '/var/lib/sallyport-install/options',
  })
  assert.deepEqual(system.entry('/opt/sallyport'), { kind: 'link', target: '/var/opt/sallyport' })
  assert.equal(system.entry('/var').kind, 'absent')
  assert.equal(statSync(join(early, 'etc/initramfs-tools/scripts/local-bottom/sallyport')).mode & 0o777, 0o755)
  assert.equal(openSystem(late).entry('/etc/fstab').kind, 'file')
  assert.ok(commands.some((argv) => argv[0] === 'useradd' && argv.at(-1) === 'sallyport'))
  assert.ok(commands.some((argv) => argv.join(' ') === 'systemctl enable --quiet sallyport.service'))
  assert.ok(!commands.some((argv) => argv.includes('restart')))
})
