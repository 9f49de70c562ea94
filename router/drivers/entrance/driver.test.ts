import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '../../compiler/network.ts'
import { Refused } from '../../errors.ts'
import type { Shown } from '../../servers/http/listen/entrance.ts'
import { vaultWith } from '../../store/vault.ts'
import { plan } from '../driver.ts'
import { entranceDriver } from './driver.ts'

const vault = vaultWith()
const frameWith = (certificate?: string) =>
  ({ credentials: certificate && { certificate, key: vault.seal(`key of ${certificate}`) } }) as unknown as Frame
const first = frameWith('first')

function open() {
  const driver = entranceDriver(vault)
  const seen: (Shown | undefined)[] = []
  let taken = false
  const entrance = {
    async show(shown: Shown | undefined) {
      if (taken && shown) throw Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })
      seen.push(shown)
    },
  }
  const converge = async (frame: Frame) =>
    driver.apply(plan(await driver.read(undefined as never), driver.frame(frame)))
  return { driver, entrance, seen, converge, take: (is: boolean) => (taken = is) }
}

test('what has to be shown before there is a server is shown once it is there', async () => {
  const { driver, entrance, seen, converge } = open()
  assert.deepEqual(await converge(first), [])
  assert.deepEqual(seen, [])
  await driver.attach(entrance)
  assert.deepEqual(seen, [{ certificate: 'first', key: 'key of first' }])
})

test('it opens, shows another certificate, and closes, each once', async () => {
  const { driver, entrance, seen, converge } = open()
  await driver.attach(entrance)
  const second = frameWith('second')
  for (const frame of [first, first, second, frameWith(), frameWith()]) await converge(frame)
  assert.deepEqual(
    seen.map((shown) => shown?.certificate),
    [undefined, 'first', 'second', undefined],
  )
})

test('a port that is taken is refused in words, and tried again', async () => {
  const { driver, entrance, seen, converge, take } = open()
  await driver.attach(entrance)
  take(true)
  await assert.rejects(converge(first), (error) => error instanceof Refused && /another program/.test(error.message))
  assert.equal((await driver.read(undefined as never)).size, 0)
  take(false)
  await converge(first)
  assert.equal(seen.at(-1)?.certificate, 'first')
})

test('a key that the vault did not seal is reported, and no certificate is used', async () => {
  const { driver, entrance, seen, converge } = open()
  await driver.attach(entrance)
  const foreign = { credentials: { certificate: 'x', key: vaultWith().seal('x') } } as unknown as Frame
  await assert.rejects(converge(foreign), /sealed with the key/)
  assert.deepEqual(seen, [undefined])
})
