import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPermitted, type LimitedRole } from '../../../router/model/access/credentials/role.ts'
import type { Operation } from '../../../router/model/operation.ts'
import { contracts } from '../../../router/model/operations.ts'
import { isOpenTo, type MenuSection, SECTIONS, sectionsOf } from './sections.ts'

const {
  alerts,
  devices,
  dns,
  firewall,
  groups,
  links,
  logs,
  otp,
  pfw,
  plugins,
  radioState,
  backup,
  topology,
  traffic,
  vpn,
} = contracts

/** What each section shows first. */
const READS: Record<MenuSection['to'], Operation> = {
  '/admin': devices.list,
  '/admin/devices': devices.list,
  '/admin/dns': dns.getDnsSettings,
  '/admin/traffic': traffic.flows,
  '/admin/alerts': alerts.list,
  '/admin/wifi': radioState.radios,
  '/admin/vpn': vpn.config,
  '/admin/map': topology.read,
  '/admin/groups': groups.list,
  '/admin/schedules': pfw.config,
  '/admin/firewall': firewall.config,
  '/admin/links': links.configuration,
  '/admin/plugins': plugins.plugins,
  '/admin/logs': logs.logs,
  '/admin/system': backup.list,
  '/admin/account': otp.status,
}

test('the menu has only sections that the role may read', () => {
  for (const role of ['viewer', 'parent'] as const)
    for (const { to } of sectionsOf(undefined, role)) assert.ok(isPermitted(READS[to].details, role), `${role} ${to}`)
  const viewed = SECTIONS.filter(({ to }) => isPermitted(READS[to].details, 'viewer')).map(({ to }) => to)
  assert.deepEqual(
    sectionsOf(undefined, 'viewer').map(({ to }) => to),
    viewed,
  )
  assert.deepEqual(
    sectionsOf(undefined, 'parent').map(({ to }) => to),
    ['/admin', '/admin/account'],
  )
  assert.ok(!sectionsOf(undefined).some(({ to }) => to === '/admin/account'))
})

test('a role cannot open pages outside of its menu, or pages that add something', () => {
  const open = (role: LimitedRole | 'owner', ...paths: string[]) => paths.filter((path) => isOpenTo(role, path))
  const paths = [
    '/admin',
    '/admin/devices',
    '/admin/devices/02:00:00:00:00:01',
    '/admin/add-device',
    '/admin/system/access',
    '/admin/logs',
    '/admin/account',
    '/admin/nowhere',
  ]
  assert.deepEqual(open('owner', ...paths), paths)
  assert.deepEqual(open('viewer', ...paths), [
    '/admin',
    '/admin/devices',
    '/admin/devices/02:00:00:00:00:01',
    '/admin/account',
  ])
  assert.deepEqual(open('parent', ...paths), ['/admin', '/admin/account'])
})
