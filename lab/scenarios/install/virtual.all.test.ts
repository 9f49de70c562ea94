import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { connectPeer, parsePeerFile } from '../../guests/roadwarrior.ts'
import { until } from '../../process/until.ts'
import { cloudCommands } from './cloud.ts'
import { changedFilesOfPackages, openSite, stateOf } from './install.fixture.ts'

/** A router on a cloud instance: one link with a static address, installed by the commands of the cloud-init file, and used through its VPN. */
const site = await openSite()
after(() => site[Symbol.asyncDispose]())
const { debian, provider, sallyport } = site
const { namespace: machine } = debian

const before = await stateOf(debian)
const packages = await changedFilesOfPackages(debian)
const INSTANCE = '81.2.69.7'

test('the commands of the cloud-init file install the router, confirm it, and write the configuration of a VPN device', async () => {
  // As udev makes it, which does not run here. This kernel has no WireGuard, and wireguard-go needs it.
  await machine.run(['mknod', '--mode=666', '/run/tun', 'c', '10', '200'])
  await machine.run(['mount', '--bind', '/run/tun', '/dev/net/tun'])
  for (const [program, ...args] of cloudCommands()) {
    assert.equal(program, 'sallyport')
    const { code, stdout, stderr } = await sallyport(...args)
    assert.equal(code, 0, `${args.join(' ')}: ${stdout}\n${stderr}`)
  }
  assert.equal((await machine.outcome(['systemctl', 'is-active', '--quiet', 'sallyport'])).code, 0)
  assert.equal((await machine.outcome(['systemctl', 'is-active', '--quiet', 'sallyport-undo.timer'])).code, 3)
})

test('nothing on the instance answers from the internet but the VPN', async () => {
  // The provider has a DHCP server, too.
  assert.match(await machine.run(['ip', '-br', '-4', 'addr', 'show', 'wan0']), /81\.2\.69\.7\/24 *$/m)
  assert.match(await machine.run(['ip', '-4', 'route', 'show', 'table', 'all']), /default via 81\.2\.69\.1 dev wan0/)
  for (const port of [22, 53, 80, 443]) assert.ok(!(await provider.connects(INSTANCE, port)), `port ${port}`)
})

test('the device reaches the router through the tunnel', async () => {
  const config = parsePeerFile(await machine.run(['cat', '/root/first.conf']))
  assert.equal(config.Peer.Endpoint.split(':')[0], INSTANCE)
  await connectPeer(provider, config)
  await until('the router through the tunnel', () => provider.connects('192.168.2.1', 80))
})

test('uninstalling it leaves the machine as it was', async () => {
  const gone = await sallyport('uninstall', '--yes', '--purge')
  assert.equal(gone.code, 0, `${gone.stdout}\n${gone.stderr}`)
  assert.deepEqual(await stateOf(debian), before)
  assert.equal(await changedFilesOfPackages(debian), packages)
})
