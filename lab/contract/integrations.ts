import assert from 'node:assert/strict'
import { z } from 'zod'
import { IntegrationStatus, IntegrationTest } from '../../router/model/messages/integrations/contract.ts'
import { type Check, empty, json, jsonWith, line, none, type Row, raw } from './rows.ts'

const status = json(z.strictObject(IntegrationStatus.shape))
const tested = json(z.strictObject(IntegrationTest.shape))
/** No server of this name exists in the home's internet. */
const NOWHERE = 'nowhere.test'

/** Prometheus's text format. */
const metrics: Check = ({ headers, text }) => {
  assert.equal(headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8')
  assert.match(text, /^# HELP sallyport_\w+ .+\n# TYPE sallyport_\w+ gauge\nsallyport_/)
}

const put = (name: string, body: unknown, code: number): Row => [
  'PUT',
  `/integrations/${name}`,
  body,
  code,
  code === 200 ? empty : line,
]

/** What every integration refuses. */
const refused = (name: string): Row[] => [
  put(name, raw('nonsense'), 400),
  put(name, [], 400),
  put(name, { Nonsense: true }, 400),
  put(name, { Enabled: 'yes' }, 400),
  put(name, { Enabled: true }, 400),
  put(name, { Host: 'a b' }, 400),
  put(name, { Host: '1.2.3' }, 400),
  put(name, { Host: 'http://broker' }, 400),
  put(name, { Port: 0 }, 400),
  put(name, { Port: 65536 }, 400),
  put(name, { Authority: 'no certificate' }, 400),
  ['PUT', `/integrations/${name}/test`, { Host: '' }, 400, line],
  ['PUT', `/integrations/${name}/test`, { Nonsense: true }, 400, line],
]

// biome-ignore format: a table
export const INTEGRATIONS: readonly Row[] = [
  ['GET', '/metrics',                    none, 200, metrics],
  ['GET', '/integrations/mqtt',          none, 200, jsonWith({ Enabled: false, Host: '', Port: 1883, Password: '', Control: false, BaseTopic: 'sallyport', DiscoveryPrefix: 'homeassistant' })],
  ['GET', '/integrations/mqtt/status',   none, 200, jsonWith({ State: 'off' })],
  ...refused('mqtt'),
  put('mqtt', { Password: '**' }, 400),
  put('mqtt', { Password: 'a\nb' }, 400),
  put('mqtt', { BaseTopic: '' }, 400),
  put('mqtt', { BaseTopic: 'a/#' }, 400),
  put('mqtt', { DiscoveryPrefix: 'a+' }, 400),
  put('mqtt', { Host: NOWHERE, Username: 'ada', Password: 'open-sesame' }, 200),
  put('mqtt', { Host: 'elsewhere.test' }, 400),
  put('mqtt', { Host: 'elsewhere.test', Password: '**' }, 400),
  ['PUT', '/integrations/mqtt/test',     { Port: 1884, Password: '**' }, 400, line],
  ['PUT', '/integrations/mqtt/test',     { Username: 'eve' }, 400, line],
  ['GET', '/integrations/mqtt',          none, 200, jsonWith({ Host: NOWHERE, Username: 'ada', Password: '**' })],
  ['PUT', '/integrations/mqtt/test',     {},   200, jsonWith({ Ok: false, Field: 'Host', Message: `The name ${NOWHERE} cannot be resolved.` })],
  ['PUT', '/integrations/mqtt/test',     { Host: '127.0.0.1', Port: 9, Password: '' }, 200, tested],
  put('mqtt', { Enabled: true }, 200),
  ['GET', '/integrations/mqtt/status',   none, 200, status],
  put('mqtt', { Enabled: false, Host: '', Password: '' }, 200),
  ['GET', '/integrations/mqtt/status',   none, 200, jsonWith({ State: 'off' })],

  ['GET', '/integrations/nats',          none, 200, jsonWith({ Enabled: false, Host: '', Port: 4222, Password: '', Token: '', SubjectPrefix: 'sallyport' })],
  ['GET', '/integrations/nats/status',   none, 200, jsonWith({ State: 'off' })],
  ...refused('nats'),
  put('nats', { Token: '**' }, 400),
  put('nats', { SubjectPrefix: 'a.>' }, 400),
  put('nats', { Topics: [] }, 400),
  put('nats', { Topics: ['a b'] }, 400),
  put('nats', { Host: NOWHERE, Token: 'open-sesame', Topics: ['wan:', '*'] }, 200),
  put('nats', { Host: 'elsewhere.test' }, 400),
  ['GET', '/integrations/nats',          none, 200, jsonWith({ Host: NOWHERE, Password: '', Token: '**', Topics: ['wan:', '*'] })],
  ['PUT', '/integrations/nats/test',     {},   200, jsonWith({ Ok: false, Field: 'Host' })],
  put('nats', { Enabled: true }, 200),
  ['GET', '/integrations/nats/status',   none, 200, status],
  put('nats', { Enabled: false, Host: '', Token: '' }, 200),

  ['GET', '/integrations/syslog',        none, 200, jsonWith({ Enabled: false, Host: '', Port: 6514, TLS: true })],
  ['GET', '/integrations/syslog/status', none, 200, jsonWith({ State: 'off' })],
  ...refused('syslog'),
  put('syslog', { Topics: Array.from({ length: 65 }, () => 'wan:') }, 400),
  put('syslog', { Host: NOWHERE, Topics: ['wan:'] }, 200),
  ['GET', '/integrations/syslog',        none, 200, jsonWith({ Host: NOWHERE, Topics: ['wan:'] })],
  ['PUT', '/integrations/syslog/test',   {},   200, jsonWith({ Ok: false, Field: 'Host' })],
  put('syslog', { Enabled: true }, 200),
  ['GET', '/integrations/syslog/status', none, 200, status],
  put('syslog', { Enabled: false, Host: '' }, 200),
]
