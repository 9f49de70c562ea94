import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLinux } from '../../router/machine/linux.ts'
import { run } from '../process/program.ts'

const LINK = 'eth0'
const OTHER = '02:00:00:00:aa:01'

test('a MAC address that can only be set while the link is down is set and restored', async () => {
  await run(['/guest/modprobe', 'ne2k-pci'])
  await using machine = openLinux()
  await machine.run(['ip', 'link', 'set', LINK, 'up'])
  const link = async () => (await machine.readLinks()).find(({ name }) => name === LINK)
  const isUp = async () => /[<,]UP[,>]/.test(await machine.run(['ip', '-o', 'link', 'show', LINK]))
  const own = (await link())?.mac
  await assert.rejects(() => machine.run(['ip', 'link', 'set', LINK, 'address', OTHER]), /busy/)

  assert.deepEqual(await machine.changeLinks([{ kind: 'mac', link: LINK, present: true, mac: OTHER }]), [undefined])
  assert.equal((await link())?.mac, OTHER)
  assert.ok(await isUp())
  assert.deepEqual(await machine.changeLinks([{ kind: 'mac', link: LINK, present: false }]), [undefined])
  assert.equal((await link())?.mac, own)
  assert.ok(await isUp())
})
