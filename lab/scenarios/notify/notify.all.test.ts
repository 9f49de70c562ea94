import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestResult } from '../../../router/model/messages/notify/contract.ts'
import { startReceivers } from '../../guests/receiving.ts'
import { certify, openAuthority } from '../../home/authority.ts'
import { until } from '../../process/until.ts'
import { DELIVERED, openNotifyStories } from './notify.fixture.ts'

/** Receivers of alerts with a certificate of their own, and without any answer. */
const { home, story, add, hook, stateOf, alertOnChanges, rename } = await openNotifyStories()
const { router, nas } = home

story('a receiver at home may have a certificate of an authority that only its settings name', async () => {
  const address = (await nas.address()) ?? ''
  const directory = join(home.dir, 'own')
  const { ca } = await openAuthority(directory)
  const { certificate, key } = await certify(directory, 'safe.lan')
  const local = await startReceivers(nas.namespace, '0.0.0.0', { certificate, key })
  await router.api('/dns/hostnames/safe.lan', { Hostname: 'safe.lan', IPAddress: address })
  const Authority = readFileSync(ca, 'utf8')
  const own = readFileSync(certificate, 'utf8')
  const mail = { Host: 'safe.lan', User: 'ada', Password: 'open-sesame', From: 'r@example.org', To: ['a@example.org'] }
  const settings = {
    webhook: { Webhook: { URL: 'https://safe.lan/alerts' } },
    ntfy: { Ntfy: { Server: 'https://safe.lan', Topic: 'home' } },
    email: { Email: mail },
  }
  for (const [Kind, given] of Object.entries(settings)) {
    const [[part = '', values] = []] = Object.entries(given)
    const attempt = (more: object) =>
      router.api('/notify/test', { Name: 'Own', Kind, [part]: { ...values, ...more } }) as Promise<TestResult>
    assert.deepEqual(await attempt({}), {
      Ok: false,
      Message: 'the certificate of the server is not signed by a trusted authority',
      Coded: { Code: 'messages.serverCertificateUntrusted', Values: [] },
      Field: `${part}.Authority`,
    })
    const other = readFileSync(home.authority.ca, 'utf8')
    assert.equal((await attempt({ Authority: other })).Field, `${part}.Authority`)
    assert.deepEqual(await attempt({ Authority }), DELIVERED)
    assert.deepEqual(await attempt({ Authority: own }), DELIVERED)
  }
  assert.deepEqual([local.accepted('safe.lan').length, local.accepted('mail.test').length], [4, 2])
  const { Webhook } = await add('Safe', 'webhook', { Webhook: { URL: 'https://safe.lan/alerts', Authority } })
  assert.equal(Webhook?.Authority, Authority)
})

story('a receiver that does not answer is tried again', async () => {
  const hanging = await hook('Hangs', 'https://hooks.test/hang')
  await alertOnChanges()
  await rename('a nas')
  await until(
    'the failure of the receiver that hangs',
    async () => (await stateOf(hanging))?.State === 'retrying',
    30_000,
  )
  assert.match((await stateOf(hanging))?.Message ?? '', /no answer within/)
})
