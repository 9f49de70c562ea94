import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '../model/home/devices/device.ts'
import { schemaOf } from './documents.ts'
import { migrations, type Row } from './migrations.ts'

/** For each migration, a row before and after. */
const pairs: readonly (readonly [before: Row, after: Row | undefined])[] = [
  [
    {
      table: 'settings',
      key: 'firewall',
      value: { ServicePorts: [], MulticastPorts: [], PingLan: true, PingWan: false },
    },
    {
      table: 'settings',
      key: 'firewall',
      value: { ServicePorts: [], MulticastPorts: [], PingLan: true, PingWan: false, SystemDNSOverride: '' },
    },
  ],
  [
    {
      table: 'outputBlocks',
      key: 'tcp 0.0.0.0/0 9.9.9.9/32',
      value: { RuleName: '', Disabled: false, Description: '', Protocol: 'tcp', SrcIP: '0.0.0.0/0', DstIP: '9.9.9.9' },
    },
    {
      table: 'outputBlocks',
      key: 'tcp 0.0.0.0/0 9.9.9.9/32 1-65535',
      value: {
        RuleName: '',
        Disabled: false,
        Description: '',
        Protocol: 'tcp',
        SrcIP: '0.0.0.0/0',
        DstIP: '9.9.9.9',
        DstPort: 'any',
      },
    },
  ],
  [
    { table: 'devices', key: '02:00:00:00:00:01', value: { Name: 'tv', RecentIP: '192.168.2.6' } },
    { table: 'devices', key: '02:00:00:00:00:01', value: { Name: 'tv', RecentIP: '192.168.2.6', StaticIP: false } },
  ],
  [{ table: 'devices', key: 'ff:ff:ff:ff:ff:ff', value: { Name: 'all', MAC: 'ff:ff:ff:ff:ff:ff' } }, undefined],
  [
    {
      table: 'devices',
      key: '02:00:00:00:00:02',
      value: { PSKEntry: { Type: 'sae', Psk: 'a passphrase' }, DHCPLastInterface: 'eth1' },
    },
    {
      table: 'devices',
      key: '02:00:00:00:00:02',
      value: { AllowWired: true, PSKEntry: { Type: 'sae', Psk: 'a passphrase' }, DHCPLastInterface: 'eth1' },
    },
  ],
  [
    { table: 'settings', key: 'themes', value: { night: { background: '#101418' } } },
    { table: 'settings', key: 'themes', value: [] },
  ],
  [
    {
      table: 'endpoints',
      key: 'x',
      value: { RuleName: 'x', Tags: ['Gro\u0308ße', 'a\u200db', '語'.repeat(63)] },
    },
    { table: 'endpoints', key: 'x', value: { RuleName: 'x', Tags: ['größe', 'ab', '語'.repeat(42)] } },
  ],
  [
    { table: 'notifyTargets', key: 'a', value: { Name: 'x', Way: { Kind: 'ntfy', Settings: { Topic: 'x' } } } },
    {
      table: 'notifyTargets',
      key: 'a',
      value: { Name: 'x', Way: { Kind: 'ntfy', Settings: { Authority: '', Topic: 'x' } } },
    },
  ],
  [
    { table: 'sessions', key: 'x', value: { Name: 'admin', Expires: 43_300, Password: 'x' } },
    {
      table: 'sessions',
      key: 'x',
      value: {
        ...{ Csrf: '', Address: '', Agent: '', Begun: 100, LastUsed: 100 },
        ...{ Name: 'admin', Expires: 43_300, Password: 'x' },
      },
    },
  ],
  [
    { table: 'personas', key: 'persona:kids', value: { Name: 'kids', GrantUntil: 100 } },
    { table: 'personas', key: 'persona:kids', value: { PostponedUntil: 100, Name: 'kids', GrantUntil: 100 } },
  ],
  [
    { table: 'devices', key: '02:00:00:00:00:03', value: { Name: 'tv', DHCPLastInterface: 'lan0' } },
    {
      table: 'devices',
      key: '02:00:00:00:00:03',
      value: { DHCPFirstInterface: '', Name: 'tv', DHCPLastInterface: 'lan0' },
    },
  ],
  [
    { table: 'notifyTargets', key: 'b', value: { Name: 'x', Way: { Kind: 'email', Settings: { Host: 'x' } } } },
    {
      table: 'notifyTargets',
      key: 'b',
      value: { Name: 'x', Way: { Kind: 'email', Settings: { EHLO: '', Host: 'x' } } },
    },
  ],
  [
    { table: 'notifyTargets', key: 'c', value: { Name: 'x' } },
    { table: 'notifyTargets', key: 'c', value: { Language: 'en', Name: 'x' } },
  ],
]

test('every migration converts its example row', () => {
  assert.equal(pairs.length, migrations.length)
  for (const [version, [before, after]] of pairs.entries()) assert.deepEqual(migrations[version]!(before), after)
})

test('migrations do not change other rows', () => {
  const row: Row = { table: 'groups', key: 'x', value: { Name: 'x' } }
  for (const migration of migrations) assert.deepEqual(migration(row), row)
})

test('a firewall of the first version matches the present schema after migration', () => {
  const [[before]] = pairs as [[Row, Row]]
  const migrated = migrations.reduce<Row | undefined>((row, migration) => row && migration(row), before)
  assert.ok(schemaOf('settings', 'firewall')?.safeParse(migrated?.value).success)
})

test('migrated devices with a passphrase get AllowWired if they were last on a wired link', () => {
  const migrate = migrations[4]!
  const allowed = (Psk: string, DHCPLastInterface: string): boolean => {
    const row = migrate({ table: 'devices', key: 'x', value: { PSKEntry: { Type: 'sae', Psk }, DHCPLastInterface } })
    return (row!.value as Device).AllowWired
  }
  assert.deepEqual(
    [allowed('a passphrase', 'eth1.7'), allowed('a passphrase', 'wlan0.4096'), allowed('a passphrase', '')],
    [true, false, false],
  )
  assert.equal(allowed('', 'eth1'), false)
})
