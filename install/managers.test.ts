import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findConflict, findManagers, withoutStanzas } from './managers.ts'
import { openSystem, type System } from './system.ts'

/** A machine with these files, on which these units run. */
function machine(
  t: { after(run: () => void): void },
  files: Readonly<Record<string, string>>,
  units: readonly string[] = [],
): System {
  const root = mkdtempSync(join(tmpdir(), 'sallyport-install-'))
  t.after(() => rmSync(root, { recursive: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const isRunning = (argv: readonly string[]): boolean => argv[0] === 'systemctl' && units.includes(argv.at(-1) ?? '')
  return { ...openSystem(root), run: (argv) => ({ status: isRunning(argv) ? 0 : 1, stdout: '', output: '' }) }
}

test('the stanzas of the links become comments, and names are taken out of lists', () => {
  const text = [
    'source /etc/network/interfaces.d/*',
    'auto lo',
    'iface lo inet loopback',
    '',
    'auto eth0 eth2',
    'iface eth0 inet static',
    '    # the office',
    '    address 192.0.2.7/24',
    'allow-hotplug eth1',
    'iface eth1 inet dhcp',
    'iface eth2 inet dhcp',
    '    metric 5',
  ].join('\n')
  const mark = '# Sallyport manages this link: '
  assert.deepEqual(withoutStanzas(text, ['eth0', 'eth1']).split('\n'), [
    'source /etc/network/interfaces.d/*',
    'auto lo',
    'iface lo inet loopback',
    '',
    'auto eth2',
    `${mark}iface eth0 inet static`,
    '    # the office',
    `${mark}    address 192.0.2.7/24`,
    `${mark}allow-hotplug eth1`,
    `${mark}iface eth1 inet dhcp`,
    'iface eth2 inet dhcp',
    '    metric 5',
  ])
  assert.equal(withoutStanzas(text, ['eth9']), text)
})

test('only the files with a stanza of the links are changed, also those of cloud-init', (t) => {
  const system = machine(t, {
    '/etc/network/interfaces': 'source /etc/network/interfaces.d/*\nauto lo\niface lo inet loopback\n',
    '/etc/network/interfaces.d/50-cloud-init': 'auto eth0\niface eth0 inet dhcp\n',
    '/sbin/ifup': '',
    '/etc/cloud/cloud.cfg': '',
    '/usr/bin/cloud-init': '',
  })
  const managers = findManagers(system)
  assert.deepEqual(
    managers.map(({ name }) => name),
    ['cloud-init', 'ifupdown'],
  )
  const files = managers
    .flatMap((manager) => manager.release(system, ['eth0']))
    .flatMap((step) => (step.kind === 'file' ? [step.path] : []))
  assert.deepEqual(files, ['/etc/cloud/cloud.cfg.d/99-sallyport.cfg', '/etc/network/interfaces.d/50-cloud-init'])
})

test('NetworkManager and systemd-networkd leave the links alone, and read that again when it is undone', (t) => {
  const system = machine(t, {}, ['NetworkManager.service', 'systemd-networkd.service'])
  const steps = findManagers(system).flatMap((manager) => manager.release(system, ['eth0', 'wlan0']))
  const shown = steps.map((step) =>
    step.kind === 'file' ? step.content : step.kind === 'command' ? `${step.when}: ${step.argv.join(' ')}` : '',
  )
  assert.deepEqual(shown, [
    'reverted: nmcli general reload conf',
    '# Sallyport manages these links.\n[keyfile]\nunmanaged-devices+=interface-name:eth0;interface-name:wlan0\n',
    'applied: nmcli general reload conf',
    'reverted: networkctl reload',
    '# Sallyport manages these links.\n[Match]\nName=eth0 wlan0\n\n[Link]\nUnmanaged=yes\n',
    'applied: networkctl reload',
  ])
})

test('a machine whose firewall another program manages is refused, with the command that changes that', (t) => {
  assert.equal(findConflict(machine(t, { '/etc/ufw/ufw.conf': 'ENABLED=no\n' })), undefined)
  assert.match(
    findConflict(machine(t, { '/etc/ufw/ufw.conf': 'ENABLED=yes\n' })) ?? '',
    /ufw manages.*sudo ufw disable/,
  )
  for (const unit of ['firewalld.service', 'nftables.service', 'docker.service', 'dhcpcd.service'])
    assert.match(findConflict(machine(t, {}, [unit])) ?? '', new RegExp(`disable --now ${unit}`))
})
