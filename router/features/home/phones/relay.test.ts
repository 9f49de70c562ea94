import assert from 'node:assert/strict'
import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { test } from 'node:test'
import { fakeMachine } from '../../../machine/fake.fixture.ts'
import type { PostOptions } from '../../../machine/posting.ts'
import { settled } from '../../../machine/stepped.fixture.ts'
import { openMemoryFacts } from '../../../store/memory.fixture.ts'
import { openPhones } from './phones.ts'
import { rsaKey } from './relay.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const PHONE = { DeviceId: 'a'.repeat(36), DeviceToken: 'b'.repeat(64), PublicKey: publicKey, RegisteredAt: 0 }
const FIRED = {
  alert: { Topic: 'wan:uplink:down', Title: 'Uplink lost', Body: '😀'.repeat(5000), NotificationType: 'danger' },
  ...{ notify: true, at: 0, event: {} },
}

test('an alert is encrypted for the phone, and sent to the relay that is set', async () => {
  const memory = openMemoryFacts({ phoneRelay: { Disabled: true, APNSDomain: 'relay.example.org' } })
  await memory.change((draft) => draft.phones.put(PHONE.DeviceId, PHONE))
  const machine = fakeMachine()
  const sent: PostOptions[] = []
  machine.answerPosts((options) => {
    sent.push(options)
    return { status: 200, retryAfter: undefined }
  })
  const phones = openPhones(
    {
      ...{ facts: memory.facts, machine, authorities: [], resolve: async () => '81.2.70.81' },
      onFailure: (_, error) => assert.fail(String(error)),
    },
    ({ Title = '', Body = '' }) => ({ title: Title, body: Body }),
  )
  phones.take(FIRED)
  await settled()
  assert.equal(sent.length, 0)
  await memory.change((draft) => draft.set('phoneRelay', { Disabled: false, APNSDomain: 'relay.example.org' }))
  phones.take({ ...FIRED, notify: false })
  phones.take(FIRED)
  await settled()
  assert.equal(sent.length, 1)
  const { url, body } = sent[0]!
  assert.equal(url, 'https://relay.example.org/')
  assert.ok(body.length < 4096 && !String(body).includes('Uplink'))
  const { DeviceToken, Key, Data } = JSON.parse(String(body)) as Record<'DeviceToken' | 'Key' | 'Data', string>
  assert.equal(DeviceToken, PHONE.DeviceToken)
  const padding = constants.RSA_PKCS1_OAEP_PADDING
  const key = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, Buffer.from(Key, 'base64'))
  const data = Buffer.from(Data, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, 12))
  decipher.setAuthTag(data.subarray(-16))
  const text = decipher.update(data.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
  const { title, type, topic } = JSON.parse(text) as Record<string, string>
  assert.deepEqual([title, type, topic], ['Uplink lost', 'danger', 'wan:uplink:down'])
})

test('only public RSA keys of a safe length are accepted', () => {
  assert.ok(rsaKey(publicKey))
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'pem' })
  const other = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
  for (const text of ['', 'key', short, other]) assert.equal(rsaKey(String(text)), undefined)
})
