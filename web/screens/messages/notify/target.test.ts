import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '../../../../router/events/catalogue.ts'
import { freeName } from '../../../parts/values/name.ts'
import { reasonOfLastResult, resultWords } from './lastResult.ts'
import {
  addressOfTarget,
  fieldsOfTarget,
  isNothingSelected,
  type ListedTarget,
  newFields,
  requestOfTarget,
} from './target.ts'
import { AREA_NAMES, areasIn, topicsOfAreas } from './topics.ts'

const NOW = Date.UTC(2026, 10, 23, 12)
const now = NOW / 1000

const mail: ListedTarget = {
  Id: '6f1d0c9be4a27358',
  Name: 'Mail',
  Kind: 'email',
  Enabled: true,
  MinimumType: 'warning',
  Topics: ['wifi:', 'wan:speed:'],
  QuietHours: { From: '22:00', To: '07:00', ExceptDanger: false },
  PerHour: 5,
  Language: 'en',
  Push: null,
  Webhook: null,
  Ntfy: null,
  Email: {
    Host: 'smtp.example.org',
    Port: 465,
    EHLO: 'router.example.org',
    Security: 'tls',
    User: 'ada',
    Password: '**',
    From: 'router@example.org',
    To: ['ada@example.org', 'bob@example.org'],
    Authority: 'PEM',
  },
  MQTT: null,
  Last: { State: 'never', At: 0, Delivered: 0, Message: '', Waiting: 0, Next: 0, Dropped: 0 },
}

test('what is saved is sent back unchanged, with its secret masked', () => {
  const { Kind, Name, Language, MinimumType, Topics, QuietHours, PerHour, Email } = mail
  assert.deepEqual(requestOfTarget(fieldsOfTarget(mail)), {
    Kind,
    Name,
    Language,
    MinimumType,
    Topics,
    QuietHours,
    PerHour,
    Email,
  })
})

test('a form sends only the settings of its kind', () => {
  assert.deepEqual(requestOfTarget({ ...newFields('ntfy', ' Phone '), ntfyTopic: 'home-1' }), {
    Kind: 'ntfy',
    Name: 'Phone',
    Language: 'en',
    MinimumType: 'info',
    Topics: [],
    QuietHours: null,
    PerHour: 20,
    Ntfy: { Server: 'https://ntfy.sh', Topic: 'home-1', Token: '', Authority: '' },
  })
})

test('an unencrypted mail server gets no password', () => {
  const { Email } = requestOfTarget({ ...fieldsOfTarget(mail), security: 'none' })
  assert.deepEqual([Email?.User, Email?.Password], ['', ''])
})

test('selected areas are prefixes of topics, and other prefixes are kept', () => {
  const { areas, others } = areasIn(['wifi:', 'auth:', 'config:', 'wan:speed:'])
  assert.deepEqual(areas, ['wifi', 'access'])
  assert.equal(others, 'wan:speed:')
  assert.deepEqual(topicsOfAreas(areas, others), ['wifi:', 'auth:', 'config:', 'wan:speed:'])
  assert.ok(isNothingSelected({ ...newFields('mqtt', 'MQTT'), isSome: true, others: ' \n' }))
  assert.ok(!isNothingSelected({ ...newFields('mqtt', 'MQTT'), isSome: true, others: 'wan:' }))
})

test('each topic of the router belongs to an area', () => {
  const prefixes = topicsOfAreas(AREA_NAMES, '')
  const others = Object.keys(catalogue).filter((topic) => !prefixes.some((prefix) => topic.startsWith(prefix)))
  assert.deepEqual(others, [])
})

test('a destination is shown with its address, without secrets', () => {
  assert.equal(addressOfTarget(mail), 'ada@example.org, bob@example.org')
  const hook = {
    ...mail,
    Kind: 'webhook' as const,
    Webhook: { URL: 'https://hooks.example.org/secret', Secret: '', Authority: '' },
  }
  assert.equal(addressOfTarget(hook), 'hooks.example.org')
})

test('a name is numbered if it exists', () => {
  assert.equal(freeName('Email', []), 'Email')
  assert.equal(freeName('Email', ['Email', 'Email 2']), 'Email 3')
})

test('the last result is shown in words', () => {
  const words = (last: Partial<ListedTarget['Last']>, Enabled = true) => {
    const target = { Enabled, Last: { ...mail.Last, ...last } }
    return resultWords(target, NOW, reasonOfLastResult(target))
  }
  assert.equal(words({}), 'Nothing sent yet')
  assert.match(words({ State: 'delivered', At: now - 180, Delivered: now - 180 }), /^Delivered .*3/)
  assert.equal(
    words({ State: 'failed', Message: 'the name cannot be resolved.' }),
    'Failed: the name cannot be resolved',
  )
  assert.match(
    words({ State: 'retrying', Message: 'no answer', Next: now + 60 }),
    /^Failed: no answer\. Next attempt at /,
  )
  assert.match(words({ State: 'waiting', Waiting: 2, Next: now + 60 }), /^2 alerts wait until /)
  assert.equal(words({ State: 'failed', Message: 'no answer' }, false), 'Turned off')
})
