import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { firewallTexts } from '../../web/texts/firewall/firewall.ts'
import { ROOT } from '../process/place.ts'

/** Pages that are not shown to a user who is signed in. */
const OUTSIDE = ['/auth/login', '/auth/setup']

/** Where paths lead that name something, or can be looked at in more than one way. */
const ways = (device: string): Readonly<Record<string, readonly string[]>> => ({
  '/admin/add-device': ['/admin/add-device', '/admin/add-device?by=vpn'],
  '/admin/vpn/exit': ['/admin/vpn/exit', '/admin/vpn/exit?name=nowhere'],
  '/admin/vpn/site': ['/admin/vpn/site', '/admin/vpn/site?name=nowhere'],
  '/admin/vpn/tunnel': ['/admin/vpn/tunnel', '/admin/vpn/tunnel?name=nowhere'],
  '/admin/devices/$identity': [`/admin/devices/${device}`, '/admin/devices/02:00:00:00:00:99'],
  '/admin/firewall/$kind': Object.keys(firewallTexts.kinds).map((kind) => `/admin/firewall/${kind}`),
  '/admin/links/$name': ['lan0', 'wan0', 'nowhere'].map((name) => `/admin/links/${name}`),
  '/admin/logs': ['/admin/logs', '/admin/logs?view=changes'],
  '/admin/wifi/$name': ['/admin/wifi/wlan0'],
  '/admin/plugins/$name': ['/admin/plugins/nowhere'],
  '/admin/custom_plugin/$': ['/admin/custom_plugin/nowhere/'],
  '/admin/alerts/rule': ['/admin/alerts/rule', '/admin/alerts/rule?scratch=true', '/admin/alerts/rule?rule=nothing'],
  '/admin/map': ['/admin/map', `/admin/map?device=${device}`],
})

/** Every path of the app for who is signed in, and the addresses by which it is seen with that device of the home. */
export const everywhere = (device: string): (readonly [path: string, addresses: readonly string[]])[] =>
  paths()
    .filter((path) => !OUTSIDE.includes(path))
    .map((path) => {
      const addresses = ways(device)[path] ?? [path.replace('$identity', device)]
      assert.ok(!addresses.join('').includes('$'), `nothing says how ${path} is looked at`)
      return [path, addresses]
    })

/** The paths of web/routes.tsx that have a screen: so that a new one cannot be forgotten. */
function paths(): string[] {
  const source = readFileSync(join(ROOT, 'web/routes.tsx'), 'utf8')
  const made = /const (\w+) = createRoute\(\{\s*getParentRoute: \(\) => (\w+),\s*path: '([^']*)'([\s\S]*?)\n\}\)/g
  // With the name of its constant, if there is one.
  const pages = /(?:const (\w+) = )?\bpage\(\s*(\w+),\s*'([^']*)',/g
  const routes = [
    ...[...source.matchAll(made)].map(([, name, parent = '', path = '', rest = '']) => ({
      ...{ name, parent, path },
      hasScreen: rest.includes('component:'),
    })),
    ...[...source.matchAll(pages)].map(([, name, parent = '', path = '']) => ({ name, parent, path, hasScreen: true })),
  ]
  // One is in the function `page` itself.
  assert.equal(routes.length, source.split(/createRoute\(|\bpage\(/).length - 2, 'a route is written in another way')
  const whole = ({ parent, path }: { parent: string; path: string }): string => {
    const above = routes.find(({ name }) => name === parent)
    return `${above ? whole(above) : ''}/${path}`
  }
  const tidy = (path: string) => path.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '')
  return [...new Set(routes.filter(({ hasScreen }) => hasScreen).map((route) => tidy(whole(route))))]
}
