import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RequestedRight as Right } from '../../../../router/model/plugins/installed/right.ts'
import { pluginTexts as german } from '../../../texts/de/plugins/plugins.ts'
import { pluginTexts } from '../../../texts/plugins/plugins.ts'
import { rightWords } from './rightWords.ts'

const right = (Kind: Right['Kind'], Text: string, more: Partial<Right> = {}): Right => ({
  ...{ Service: 'sample', Line: 3, Kind, Text, Reason: 'The router says so.' },
  ...more,
})

test('a right is described by its kind and its line', () => {
  const words = [
    right('privileged', 'privileged: true'),
    right('host_network', 'build.network: host'),
    right('device', 'devices: /dev/ttyUSB0:/dev/tty'),
    right('capability', 'cap_add: CAP_NET_RAW'),
    right('capability', 'cap_add: WAKE_ALARM'),
    right('published_port', 'ports: 8080:80'),
    right('mount', 'volumes: /etc:/etc:ro', { Secrets: false }),
    right('mount', 'volumes: /var:/data', { Secrets: true }),
    right('security', 'tmpfs: /tmp:exec'),
    right('security', 'sysctls: net.core.somaxconn=1024'),
  ].map(rightWords)
  assert.deepEqual(words, [
    'It can do everything on the router, like its administrator.',
    'The build of its image uses the router’s own network: it can reach every device and the internet.',
    'It can use the device /dev/ttyUSB0 of the router.',
    'It can send packets of any kind in its own network.',
    'It has a right of the administrator of the router.',
    'It answers on a port of the router (8080:80).',
    'It can read /etc on the router.',
    'It can read and change /var on the router, with its passwords and settings.',
    'A memory file system gets an additional option: /tmp:exec.',
    'It runs with the kernel setting net.core.somaxconn=1024.',
  ])
})

test('an unknown right, and a path that may contain secrets, are shown as the router wrote them', () => {
  assert.equal(rightWords(right('other', 'x')), 'The router says so.')
  assert.equal(rightWords(right('security', 'unknown: x')), 'The router says so.')
  assert.equal(rightWords(right('mount', 'volumes: /etc:/etc')), 'The router says so.')
})

test('German has texts for the same lines', () => {
  const { permits } = german.rights
  assert.deepEqual(Object.keys(permits.security), Object.keys(pluginTexts.rights.permits.security))
  assert.deepEqual(Object.keys(permits.capability), Object.keys(pluginTexts.rights.permits.capability))
})
