import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import type { TlsCredentials } from '../../servers/http/listen/tlslistener.ts'
import { vaultWith } from '../../store/vault.ts'
import { plan } from '../driver.ts'
import { httpsDriver } from './driver.ts'

const vault = vaultWith()
const frameWith = (certificate?: string) =>
  ({ credentials: certificate && { certificate, key: vault.seal(`key of ${certificate}`) } }) as unknown as Frame
const first = frameWith('first')

function open() {
  const driver = httpsDriver(vault)
  const seen: (TlsCredentials | undefined)[] = []
  let taken = false
  const listener = {
    async use(credentials: TlsCredentials | undefined) {
      if (taken && credentials) throw Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })
      seen.push(credentials)
    },
  }
  const converge = async (frame: Frame) =>
    driver.apply(plan(await driver.read(undefined as never), driver.frame(frame)))
  return { driver, listener, seen, converge, take: (is: boolean) => (taken = is) }
}

test('a certificate that is set before the listener is attached is used when it is', async () => {
  const { driver, listener, seen, converge } = open()
  assert.deepEqual(await converge(first), [])
  assert.deepEqual(seen, [])
  await driver.attach(listener)
  assert.deepEqual(seen, [{ certificate: 'first', key: 'key of first' }])
})

test('the listener is opened, gets another certificate, and is closed, each once', async () => {
  const { driver, listener, seen, converge } = open()
  await driver.attach(listener)
  const second = frameWith('second')
  for (const frame of [first, first, second, frameWith(), frameWith()]) await converge(frame)
  assert.deepEqual(
    seen.map((shown) => shown?.certificate),
    [undefined, 'first', 'second', undefined],
  )
})

test('a used port is refused with a clear message, and retried', async () => {
  const { driver, listener, seen, converge, take } = open()
  await driver.attach(listener)
  take(true)
  await assert.rejects(converge(first), (error) => error instanceof Refused && /another program/.test(error.message))
  assert.equal((await driver.read(undefined as never)).size, 0)
  take(false)
  await converge(first)
  assert.equal(seen.at(-1)?.certificate, 'first')
})

test('a key that the vault did not seal is reported, and no certificate is used', async () => {
  const { driver, listener, seen, converge } = open()
  await driver.attach(listener)
  const foreign = { credentials: { certificate: 'x', key: vaultWith().seal('x') } } as unknown as Frame
  await assert.rejects(converge(foreign), /sealed with the key/)
  assert.deepEqual(seen, [undefined])
})
